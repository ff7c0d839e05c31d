/** Returns an address or key of the stack that the global setup started. */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: did the stack start?`);
  return value;
}
