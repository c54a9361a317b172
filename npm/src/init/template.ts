const DEFAULT_SERVER = `server:
  transport: stdio           # or http, with \`url\` and \`headers\`, for a server that is already running:
                             #   url: https://example.com/mcp
                             #   headers: { Authorization: "Bearer \${MCP_TOKEN}" }
  command: npx
  args: ["-y", "@modelcontextprotocol/server-everything@2026.8.31"]   # pinned: an update is a change of this file
  #env: {}                   # added to the environment of the process; "\${NAME}" reads a variable
  #cwd: .                    # where the process starts, relative to this file
  #protocol: auto            # or legacy, modern, or a revision such as "2025-11-25"
  #artifact: { kind: package, digest: "sha256:${"0".repeat(64)}" }   # pins the server's own file; kind: binary, image or package
`;

/**
 * The text of a starter configuration. Every option is in it: what is commented out without a blank after the
 * \`#\` is an option at its default or an example, and can be switched on by removing the \`#\`.
 *
 * @param schema where an editor finds the JSON Schema of this file
 * @param servers the \`server:\` or \`servers:\` part; an example when left out
 */
export function starter(schema: string, servers: string = DEFAULT_SERVER): string {
  return `# yaml-language-server: $schema=${schema}
#
# Which MCP server to test, and how. Next: \`mcpward baseline\` pins what the server offers today in
# mcpward.lock.json (commit it), and \`mcpward diff\` or \`mcpward run\` in CI fails when that changes.

${servers}
#expect:
  #protocol_version: "2025-11-25"   # fail when the server negotiates another revision

#timeouts:                   # milliseconds
  #start_ms: 60000           # until the process says anything: downloading the package counts
  #connect_ms: 10000         # the handshake
  #call_ms: 30000            # one request
  #run_ms: 300000            # everything

checks:
  #compliance: true
  #schema: true
  #security: true
  #errors: true              # how the server reports errors; calls tools with arguments they must refuse;
                             # or { profile: spec, skip_destructive: false }; profile strict wants protocol errors
  drift:
    baseline: ./mcpward.lock.json
    #fail_on: low            # high, medium or low: that severity and above; or a list, e.g. [high, tool_removed].
                             # left out, each class fails that docs/rules.md marks so; \`high\` and \`medium\` let a
                             # removed tool pass, whose severity is low
    #severity: {}            # per class, e.g. { tool_removed: high }
    #full_text: true         # keep descriptions in the lockfile, so that a diff can show words
    #profile: default        # or semver
    #only_used: false        # with \`calls\`: less severe for what no recorded call uses
    #ignore: []              # pointers that change on every start, e.g. [{ pointer: /tools/now/description, reason: a clock }]
    #output:                 # shapes of real results; calls tools
      #enabled: false
      #shape_samples: 3
      #call_readonly: true   # tools with readOnlyHint that need no arguments
      #tools: []             # e.g. [{ name: get_order, args: { id: "demo-1" } }]
  #collision:                # tools that read alike and take different arguments
    #enabled: true
    #threshold: 0.8
    #max_tools: 20000
    #fail: false
  #latency:                  # calls tools
    #samples: 5
    #p95_budget_ms: 1000
    #call_readonly: true
    #tools: []
    #call_all: false         # true calls destructive tools too

#suites:                     # behavior you rely on; calls exactly these tools
  #- tool: echo
    #cases:
      #- name: says it back
        #args: { message: "hello" }
        #timeout_ms: 30000
        #expect:
          #tool_is_error: false
          #output_matches_schema: false
          #jsonpath: { "$.content[0].type": "text" }
          #golden: golden/echo.json
      #- name: an unknown argument is a protocol error
        #args: {}
        #expect:
          #protocol_error_code: -32602

#calls: calls.jsonl          # recorded calls, one {"tool": …, "arguments": {…}} a line, replayed offline
#suppress: []                # accepted findings, e.g. [{ rule: drift/tool_removed, tool: old, pointer: /tools/old,
                             #   reason: "retired", expires: "2027-01-31" }]; what is about a text also needs
                             #   text_sha256, the hash that the report gives
#servers: {}                 # in place of server: several by name, each with its own mcpward.NAME.lock.json
`;
}
