import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1));
const url = v.pipe(v.string(), v.url());
const Environment = v.object({
  STUDIO_PORT: v.pipe(v.string(), v.toNumber()),
  LOCAL_DIR: text,
  SANITY_API_HOST: url,
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: text,
  SUPABASE_URL: url,
  SUPABASE_ANON_KEY: text,
  PREVIEW_URL: url,
});
export type StudioEnvironment = v.InferOutput<typeof Environment>;

/** Throws an error with every name that is missing or invalid. */
export function readStudioEnvironment(source: NodeJS.ProcessEnv): StudioEnvironment {
  const parsed = v.safeParse(Environment, source);
  if (parsed.success) return parsed.output;
  throw new Error(`Missing or wrong: ${Object.keys(v.flatten(parsed.issues).nested ?? {}).join(', ')}`);
}

export const studioVariables = (env: StudioEnvironment): Record<string, string> => ({
  SANITY_STUDIO_API_HOST: env.SANITY_API_HOST,
  SANITY_STUDIO_PROJECT_ID: env.SANITY_PROJECT_ID,
  SANITY_STUDIO_DATASET: env.SANITY_DATASET,
  SANITY_STUDIO_SUPABASE_URL: env.SUPABASE_URL,
  SANITY_STUDIO_SUPABASE_KEY: env.SUPABASE_ANON_KEY,
  SANITY_STUDIO_PREVIEW_URL: env.PREVIEW_URL,
});
