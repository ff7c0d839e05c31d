import * as v from 'valibot';

const Url = v.pipe(v.string(), v.url());

const Env = v.object({
  PUBLIC_SUPABASE_URL: Url,
  PUBLIC_SUPABASE_KEY: v.pipe(v.string(), v.minLength(1)),
  PUBLIC_STUDIO_URL: Url,
});

/** What the browser may know of the environment. Stops and names every variable that is missing or wrong. */
export function readEnv(source: Record<keyof v.InferOutput<typeof Env>, unknown>) {
  const result = v.safeParse(Env, source);
  if (result.success) return result.output;
  const names = new Set(result.issues.map((issue) => v.getDotPath(issue) ?? '?'));
  throw new Error(`Missing or wrong in the environment: ${[...names].join(', ')}. See .env.example.`);
}

// Named one by one: the bundler replaces each, and nothing else of the environment reaches the browser.
export const env = readEnv({
  PUBLIC_SUPABASE_URL: import.meta.env.PUBLIC_SUPABASE_URL,
  PUBLIC_SUPABASE_KEY: import.meta.env.PUBLIC_SUPABASE_KEY,
  PUBLIC_STUDIO_URL: import.meta.env.PUBLIC_STUDIO_URL,
});
