export default {
  testEnvironment: "node",
  setupFilesAfterEnv: ["./setup.mjs"],
  testMatch: ["**/*.test.mjs"],
  transform: {},
};
