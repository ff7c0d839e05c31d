interface ImportMetaEnv {
  readonly SANITY_STUDIO_PROJECT_ID?: string;
  readonly SANITY_STUDIO_DATASET?: string;
  /** Set only for the local content lake. If it is missing, Studio uses Sanity's cloud. */
  readonly SANITY_STUDIO_API_HOST?: string;
  readonly SANITY_STUDIO_SUPABASE_URL?: string;
  readonly SANITY_STUDIO_SUPABASE_KEY?: string;
  readonly SANITY_STUDIO_PREVIEW_URL?: string;
  readonly SANITY_STUDIO_PUBLISHER_ROLES?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}

declare module '*.css';
