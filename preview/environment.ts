import * as v from 'valibot';

const url = v.pipe(v.string(), v.url());
const text = v.pipe(v.string(), v.minLength(1));
const Environment = v.object({
  PREVIEW_PORT: v.pipe(v.string(), v.toNumber(), v.integer()),
  /** The host name at which the server listens. It is 0.0.0.0 if a host's proxy reaches the server from outside. */
  PREVIEW_HOST: v.optional(v.string(), ''),
  PREVIEW_URL: url,
  PUBLIC_SUPABASE_URL: url,
  PUBLIC_STUDIO_URL: url,
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: text,
  /** The token that reads drafts, and the secrets that Studio writes for a preview. */
  SANITY_READ_TOKEN: text,
  /** The address of the local content lake. It is empty in the cloud. */
  SANITY_API_HOST: v.optional(v.union([v.literal(''), url]), ''),
});
export type PreviewEnvironment = v.InferOutput<typeof Environment>;

/** Reads the environment. Throws an error with every name that is missing or invalid. */
export function readPreviewEnvironment(source: NodeJS.ProcessEnv = process.env): PreviewEnvironment {
  const parsed = v.safeParse(Environment, source);
  if (parsed.success) return parsed.output;
  const names = Object.keys(v.flatten(parsed.issues).nested ?? {}).join(', ');
  throw new Error(`Missing or wrong in the environment: ${names}. See .env.example.`);
}
