interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL: string;
  readonly PUBLIC_SUPABASE_KEY: string;
  readonly PUBLIC_STUDIO_URL: string;
  readonly PUBLIC_TURNSTILE_SITE_KEY?: string;
  readonly PUBLIC_PHONE_FACTOR?: string;
  readonly PUBLIC_GOOGLE_CLIENT_ID?: string;
  readonly PUBLIC_GOOGLE_PAGE?: string;
  /** If this is `on`, developer mode is enabled, but only in development builds. */
  readonly PUBLIC_DEVELOPER_MODE?: string;
}

/** The text of an inline script (build/inline-scripts.ts). */
declare module '*.inline.ts?script' {
  const text: string;
  export default text;
}
