interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL: string;
  readonly PUBLIC_SUPABASE_KEY: string;
  readonly PUBLIC_STUDIO_URL: string;
  readonly PUBLIC_TURNSTILE_SITE_KEY?: string;
  /** `on`: developer mode, of development builds alone. */
  readonly PUBLIC_DEVELOPER_MODE?: string;
}
