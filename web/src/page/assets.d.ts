declare module "*.lock" {
  const text: string;
  export default text;
}
