import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { plainServer, tlsFile, tlsServer } from "./local-servers.js";
import { cli, type Finished, folder } from "./support.js";

/** The environment of the tests may have proxies of its own. */
const NONE = {
  HTTPS_PROXY: "",
  HTTP_PROXY: "",
  ALL_PROXY: "",
  https_proxy: "",
  http_proxy: "",
  all_proxy: "",
};

async function pinned(t: TestContext, url: string, env: Record<string, string> = {}): Promise<Finished> {
  return await cli(["baseline", "--http", url], { cwd: folder(t), env: { ...NONE, ...env } });
}

const REFUSED = {
  "self-signed": "self-signed certificate",
  localhost: "unable to verify the first certificate",
};
for (const [certificate, words] of Object.entries(REFUSED)) {
  test(`a_certificate_of_nobody_known_is_refused_with_advice: ${certificate}`, async (t) => {
    const { code, stdout, stderr } = await pinned(t, await tlsServer(t, certificate));
    assert.equal(code, 2, stdout);
    assert.match(stderr, new RegExp(`TLS failed \\(${words}`));
    assert.match(stderr, /NODE_EXTRA_CA_CERTS/);
  });
}

test("node_extra_ca_certs_makes_a_private_authority_known", async (t) => {
  const url = await tlsServer(t, "localhost");
  const { code, stderr } = await pinned(t, url, { NODE_EXTRA_CA_CERTS: tlsFile("ca.pem") });
  assert.equal(code, 0, stderr);
});

test("a_self_signed_certificate_can_be_named_like_an_authority", async (t) => {
  const url = await tlsServer(t, "self-signed");
  const { code, stderr } = await pinned(t, url, { NODE_EXTRA_CA_CERTS: tlsFile("self-signed.pem") });
  assert.equal(code, 0, stderr);
});

const WRONG = {
  elsewhere: /TLS failed \(Hostname\/IP does not match certificate's altnames/,
  expired: /TLS failed \(certificate has expired\)/,
};
for (const [certificate, words] of Object.entries(WRONG)) {
  test(`a_known_authority_does_not_excuse_a_wrong_certificate: ${certificate}`, async (t) => {
    const url = await tlsServer(t, certificate);
    const { code, stderr } = await pinned(t, url, { NODE_EXTRA_CA_CERTS: tlsFile("ca.pem") });
    assert.equal(code, 2);
    assert.match(stderr, words);
  });
}

test("a_server_without_tls_is_told_as_that", async (t) => {
  const url = (await plainServer(t)).replace("http:", "https:");
  const { code, stderr } = await pinned(t, url);
  assert.equal(code, 2);
  assert.match(stderr, /TLS failed \(.*(wrong version number|packet length too long)/);
});
