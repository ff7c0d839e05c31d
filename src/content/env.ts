import * as v from 'valibot';

const text = v.pipe(v.string(), v.minLength(1));
const optional = v.optional(v.string());

const ContentEnv = v.object({
  SANITY_PROJECT_ID: text,
  SANITY_DATASET: text,
  /** Set only for the local content lake. Without it, content comes from Sanity's cloud. */
  SANITY_API_HOST: v.optional(v.pipe(v.string(), v.url())),
  /** A token that is needed to read drafts or a private dataset. */
  SANITY_READ_TOKEN: optional,
  /** If this is set, drafts are shown. Never set it in a build that is published. */
  SANITY_PREVIEW: optional,
  /** The address of Studio, for links in build messages. */
  PUBLIC_STUDIO_URL: v.optional(v.pipe(v.string(), v.url())),
});
export type ContentEnv = v.InferOutput<typeof ContentEnv>;

/** Reads the environment of the content build. Throws an error that names every missing or invalid variable. */
export function readContentEnv(source: Record<string, string | undefined> = process.env): ContentEnv {
  const result = v.safeParse(ContentEnv, source);
  if (result.success) return result.output;
  const names = new Set(result.issues.map((issue) => v.getDotPath(issue) ?? '?'));
  throw new Error(`Missing or wrong in the environment: ${[...names].join(', ')}. See .env.example.`);
}
