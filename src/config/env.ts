import * as v from 'valibot';

const Url = v.pipe(v.string(), v.url());

const Env = v.object({
  PUBLIC_SUPABASE_URL: Url,
  PUBLIC_SUPABASE_KEY: v.pipe(v.string(), v.minLength(1)),
  PUBLIC_STUDIO_URL: Url,
  /** The site key of Cloudflare Turnstile. If it is empty, the sign-in has no captcha. */
  PUBLIC_TURNSTILE_SITE_KEY: v.optional(v.string(), ''),
  /**
   * Set to 1 if the project allows second factors by text message, which the public settings of Supabase do not say.
   */
  PUBLIC_PHONE_FACTOR: v.optional(v.string(), ''),
});
type Env = v.InferOutput<typeof Env>;

export function readEnv(source: Record<keyof Env, unknown>): Env {
  const result = v.safeParse(Env, source);
  if (result.success) return result.output;
  const names = new Set(result.issues.map((issue) => v.getDotPath(issue) ?? '?'));
  throw new Error(`Missing or wrong in the environment: ${[...names].join(', ')}. See .env.example.`);
}

let cached: Env | undefined;

/** Returns the environment. The layout calls this during the build, so that a missing value stops the build. */
export function env(): Env {
  // Each variable is written out, because the bundler replaces only such expressions.
  cached ??= readEnv({
    PUBLIC_SUPABASE_URL: import.meta.env.PUBLIC_SUPABASE_URL,
    PUBLIC_SUPABASE_KEY: import.meta.env.PUBLIC_SUPABASE_KEY,
    PUBLIC_STUDIO_URL: import.meta.env.PUBLIC_STUDIO_URL,
    PUBLIC_TURNSTILE_SITE_KEY: import.meta.env.PUBLIC_TURNSTILE_SITE_KEY,
    PUBLIC_PHONE_FACTOR: import.meta.env.PUBLIC_PHONE_FACTOR,
  });
  return cached;
}
