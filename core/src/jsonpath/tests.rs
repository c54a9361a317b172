use serde_json::{Value, json};

use super::Path;

fn document() -> Value {
    json!({
        "store": {
            "book": [
                { "title": "A", "price": 8.95, "tags": ["x"] },
                { "title": "B", "price": 12, "isbn": "0-553" },
                { "title": "Cé", "price": 8.99, "isbn": "0-395", "tags": [] }
            ],
            "bicycle": { "color": "red", "price": 399 }
        },
        "a b": { "'": 1, "\"": 2, "☺": 3 },
        "list": [0, 1, 2, 3, 4, 5, 6],
        "nested": [[1, [2]], { "a": [3] }],
        "nothing": null
    })
}

fn found(path: &str) -> Value {
    let document = document();
    let parsed = Path::parse(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    parsed.query(&document).unwrap().into_iter().cloned().collect()
}

#[test]
fn paths_lead_where_the_rfc_says() {
    let table = [
        ("$.store.bicycle.color", json!(["red"])),
        ("$['a b']['\\'']", json!([1])),
        ("$[\"a b\"]['☺']", json!([3])),
        ("$['a b']['\\u263a', \"\\\"\"]", json!([3, 2])),
        ("$ .store\n['bicycle']\t.color", json!(["red"])),
        ("$.list[0]", json!([0])),
        ("$.list[-1]", json!([6])),
        ("$.list[7]", json!([])),
        ("$.list[1:3]", json!([1, 2])),
        ("$.list[ 1 : 6 : 2 ]", json!([1, 3, 5])),
        ("$.list[5:1:-2]", json!([5, 3])),
        ("$.list[::-1]", json!([6, 5, 4, 3, 2, 1, 0])),
        ("$.list[-2:]", json!([5, 6])),
        ("$.list[::0]", json!([])),
        ("$.list[0, 0, 2:4]", json!([0, 0, 2, 3])),
        ("$.list[-100:100:9007199254740991]", json!([0])),
        ("$.nothing", json!([null])),
        ("$.nothing.more", json!([])),
        ("$.store.book[*].title", json!(["A", "B", "Cé"])),
        ("$..isbn", json!(["0-553", "0-395"])),
        ("$.nested..[0]", json!([[1, [2]], 1, 2, 3])),
        ("$..book[?@.price < 10].title", json!(["A", "Cé"])),
        ("$..book[?(@.price<10 && @.isbn)].title", json!(["Cé"])),
        ("$..book[?!@.isbn].title", json!(["A"])),
        ("$..book[?@.isbn || @.price == 8.95].title", json!(["A", "B", "Cé"])),
        ("$..book[?!(@.isbn) && @.tags[0] == 'x'].title", json!(["A"])),
        ("$..book[?@.missing == @.absent].title", json!(["A", "B", "Cé"])),
        ("$..book[?@.price == 12.0].title", json!(["B"])),
        ("$..book[?@.price == $.store.book[1].price].title", json!(["B"])),
        ("$..book[?length(@.title) == 2].title", json!(["Cé"])),
        ("$..book[?length(@.tags) >= 1].title", json!(["A"])),
        ("$..book[?count(@.*) == 3].title", json!(["A", "B"])),
        ("$..book[?match(@.isbn, '0-3..')].title", json!(["Cé"])),
        ("$..book[?match(@.isbn, '3')].title", json!([])),
        ("$..book[?search(@.isbn, '3')].title", json!(["B", "Cé"])),
        ("$..book[?value(@..title) == 'A'].price", json!([8.95])),
        ("$.list[?@ > 4]", json!([5, 6])),
        ("$.list[?@ != 'x'][0]", json!([])),
        ("$[?@.color || @.bicycle].book[0].title", json!(["A"])),
    ];
    for (path, expected) in table {
        assert_eq!(found(path), expected, "{path}");
    }
}

#[test]
fn what_is_no_path_is_refused_with_its_place() {
    for path in [
        "",
        "store",
        " $",
        "$ ",
        "$.",
        "$..",
        "$.1",
        "$. a",
        "$[",
        "$[]",
        "$['a",
        "$['\\x']",
        "$['\\ud800']",
        "$['a',]",
        "$[01]",
        "$[-0]",
        "$[1.0]",
        "$[9007199254740992]",
        "$[1:2:3:4]",
        "$['a'.b]",
        "$.a b",
        "$[?]",
        "$[?@.a ==]",
        "$[?1]",
        "$[?'a']",
        "$[?@.a == @.*]",
        "$[?@..a == 1]",
        "$[?!@.a == 1]",
        "$[?length(@.a)]",
        "$[?count(1) == 1]",
        "$[?match(@.a, 'x') == true]",
        "$[?nope(@)]",
        "$[?length(@.a, @.b) == 1]",
        "$[?@.a == []]",
        "$[?(@.a]",
        "$[?@.a === 1]",
        "$[?@.a == 01]",
        "$[?@.a == 1.]",
        "$[?True == @.a]",
        "$[?length(@.*) == 1]",
        "$\u{a0}.a",
    ] {
        assert!(Path::parse(path).is_err(), "{path:?} is refused");
    }
    let error = Path::parse("$.a[?@.b = 1]").unwrap_err();
    assert_eq!(error.to_string(), "expected `,` or `]` (at character 10)");
}

#[test]
fn hostile_paths_and_documents_end() {
    assert!(Path::parse(&format!("$[?{}@.a{}]", "(".repeat(100), ")".repeat(100))).is_err());
    assert!(Path::parse(&format!("${}", ".a".repeat(5_000))).is_err());
    let wide: Value = (0..3_000).map(|number| json!({ "n": number })).collect();
    let all = Path::parse("$[?count($..*) > 1]").unwrap();
    assert!(all.query(&wide).is_err(), "a filter that looks at everything for everything");
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(Path::parse("$..*").unwrap().query(&deep).unwrap().len(), 100);
}

#[test]
fn a_path_to_one_place_is_known_as_such() {
    let singular = |path: &str| Path::parse(path).unwrap().is_singular();
    assert!(singular("$") && singular("$.a[0]['b']"));
    assert!(!singular("$.a[*]") && !singular("$..a") && !singular("$[0,1]") && !singular("$[?@.a]"));
}
