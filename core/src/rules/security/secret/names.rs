use crate::rules::security::words::split_identifier;

/// How much a parameter name says about what it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// A secret by its very name.
    Strong,
    /// Perhaps a secret.
    Weak,
    /// The conversation, the system prompt, the list of tools.
    Context,
}

/// Names that mean a secret whatever stands around them, as joined words.
const STRONG: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "passwort",
    "kennwort",
    "contrasena",
    "contraseña",
    "senha",
    "motdepasse",
    "wachtwoord",
    "haslo",
    "hasło",
    "sifre",
    "şifre",
    "parola",
    "пароль",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "비밀번호",
    "كلمةالمرور",
    "पासवर्ड",
    "mima",
    "apikey",
    "apisecret",
    "secretkey",
    "privatekey",
    "sshkey",
    "accesskey",
    "secretaccesskey",
    "masterkey",
    "signingkey",
    "encryptionkey",
    "walletkey",
    "seedphrase",
    "seedwords",
    "mnemonic",
    "mnemonicphrase",
    "recoveryphrase",
    "recoverycode",
    "recoverycodes",
    "backupcodes",
    "clientsecret",
    "appsecret",
    "sharedsecret",
    "webhooksecret",
    "authtoken",
    "accesstoken",
    "bearertoken",
    "refreshtoken",
    "sessiontoken",
    "idtoken",
    "apitoken",
    "githubtoken",
    "slacktoken",
    "usertoken",
    "authkey",
    "otp",
    "otpcode",
    "totp",
    "totpcode",
    "totpsecret",
    "mfacode",
    "2facode",
    "twofactorcode",
    "onetimepassword",
    "onetimecode",
    "smscode",
    "cvv",
    "cvc",
    "cvv2",
    "cvccode",
    "cvvcode",
    "cardcvv",
    "cardnumber",
    "creditcard",
    "creditcardnumber",
    "cardpin",
    "bankpin",
    "pincode",
    "ssn",
    "socialsecurity",
    "socialsecuritynumber",
    "mothersmaidenname",
    "maidenname",
    "securityanswer",
    "sessioncookie",
    "authcookie",
    "privkey",
    "awssecretaccesskey",
    "awsaccesskeyid",
    "keystorepassword",
    "rootpassword",
    "adminpassword",
    "dbpassword",
    "userpassword",
    "loginpassword",
    "emailpassword",
    "masterpassword",
    "sudopassword",
    "databasepassword",
    "smtppassword",
    "imappassword",
    "sessionkey",
    "userpass",
    "passkey",
    "apicredentials",
    "awscredentials",
    "logincredentials",
    "usercredentials",
];

const WEAK: &[&str] = &[
    "token",
    "secret",
    "credential",
    "credentials",
    "auth",
    "authorization",
    "bearer",
    "jwt",
    "cookie",
    "cookies",
    "pin",
    "passport",
    "creds",
    "licensekey",
    "connectionstring",
    "seed",
    "accesscode",
    "verificationcode",
    "securitycode",
    "newpassword",
    "oldpassword",
    "currentpassword",
    "key",
    "privatekeypem",
    "certificatekey",
];

const CONTEXT: &[&str] = &[
    "systemprompt",
    "systemmessage",
    "systeminstructions",
    "chathistory",
    "conversationhistory",
    "conversation",
    "fullconversation",
    "conversationlog",
    "chatlog",
    "chattranscript",
    "conversationtranscript",
    "messagehistory",
    "previousmessages",
    "allmessages",
    "usermessages",
    "lastusermessage",
    "userprompt",
    "originalprompt",
    "fullprompt",
    "toolslist",
    "toollist",
    "availabletools",
    "alltools",
    "connectedtools",
    "installedtools",
    "tooldescriptions",
    "modelcontext",
    "contextwindow",
    "fullcontext",
    "llmcontext",
    "assistantcontext",
    "agentcontext",
    "conversationcontext",
    "chatcontext",
    "promptcontext",
    "modelname",
    "chainofthought",
    "agentmemory",
    "modelreasoning",
    "hiddenreasoning",
    "environmentvariables",
    "envvars",
    "envdump",
    "processenv",
    "clipboard",
    "clipboardcontents",
    "browserhistory",
    "shellhistory",
    "terminalhistory",
];

/// Last words that turn the name of a secret into the name of something about it.
const ABOUT: &[&str] = &[
    "id",
    "ids",
    "name",
    "names",
    "ref",
    "refs",
    "reference",
    "arn",
    "count",
    "counts",
    "limit",
    "length",
    "policy",
    "type",
    "types",
    "hint",
    "url",
    "uri",
    "field",
    "selector",
    "enabled",
    "required",
    "expiry",
    "expires",
    "expiration",
    "age",
    "strength",
    "rules",
    "format",
    "label",
    "version",
    "page",
    "alias",
    "prefix",
    "domain",
    "env",
    "var",
    "variable",
    "location",
    "scope",
    "scopes",
    "status",
    "state",
    "index",
    "size",
    "budget",
    "usage",
    "provider",
    "manager",
    "store",
    "path",
    "file",
    "filename",
    "algorithm",
    "kind",
    "mode",
    "only",
    "set",
    "present",
    "exists",
    "last4",
    "description",
    "message",
    "ttl",
    "duration",
    "endpoint",
    "header",
    "template",
    "country",
    "list",
    "column",
    "address",
    "symbol",
];

/// What a parameter of this name asks for; `None` for an innocent one.
pub(super) fn ask(name: &str) -> Option<Ask> {
    let words = split_identifier(name);
    let last = words.last()?;
    let plain: Vec<&str> = words.iter().map(String::as_str).collect();
    let ends_with = |list: &[&str]| {
        (0..plain.len()).any(|from| list.contains(&plain.get(from..).unwrap_or_default().concat().as_str()))
    };
    if CONTEXT.contains(&plain.concat().as_str()) {
        return Some(Ask::Context);
    }
    // `aws_access_key_id` is half of a pair of credentials; every other `…_id` only names one.
    if ABOUT.contains(&last.as_str()) && !plain.concat().ends_with("awsaccesskeyid") {
        return None;
    }
    let counted = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "max"
                | "min"
                | "num"
                | "total"
                | "page"
                | "next"
                | "no"
                | "has"
                | "is"
                | "use"
                | "public"
                | "starting"
                | "continuation"
                | "sync"
                | "version"
                | "pagination"
                | "idempotency"
                | "request"
                | "cursor"
                | "foreign"
                | "primary"
                | "partition"
                | "sort"
                | "cache"
                | "stop"
        )
    });
    if ends_with(STRONG)
        && !(counted
            && words
                .iter()
                .any(|word| matches!(word.as_str(), "max" | "min" | "num" | "has" | "is" | "no" | "use")))
    {
        let renewal = words
            .iter()
            .any(|word| matches!(word.as_str(), "new" | "old" | "current" | "initial" | "temporary"));
        return Some(if renewal { Ask::Weak } else { Ask::Strong });
    }
    if !counted && WEAK.contains(&plain.concat().as_str())
        || (!counted && ends_with(&["token", "secret", "credential", "credentials"]))
    {
        return (!matches!(plain.concat().as_str(), "key" | "seed" | "passport" | "auth"))
            .then_some(Ask::Weak);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_told_from_names_about_them() {
        for name in
            ["password", "apiKey", "db_password", "seed_phrase", "cvv", "aws_access_key_id", "X-Api-Key"]
        {
            assert_eq!(ask(name), Some(Ask::Strong), "{name}");
        }
        for name in ["token", "client_credentials", "new_password"] {
            assert_eq!(ask(name), Some(Ask::Weak), "{name}");
        }
        for name in [
            "max_tokens",
            "page_token",
            "api_key_id",
            "starting_token",
            "version_token",
            "secret_arn",
            "key",
            "seed",
            "passport_country",
            "password_policy",
            "tokenizer",
        ] {
            assert_eq!(ask(name), None, "{name}");
        }
        assert_eq!(ask("available_tools"), Some(Ask::Context));
    }
}
