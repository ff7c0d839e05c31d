const PAGE = 'https://accounts.google.com/o/oauth2/v2/auth';

/**
 * These variables are not in `env.ts`, which every page loads. Without `PUBLIC_GOOGLE_PAGE`, the default sign-in page
 * of Google is used.
 */
export function googleClient() {
  const page = import.meta.env.PUBLIC_GOOGLE_PAGE ?? '';
  return { id: import.meta.env.PUBLIC_GOOGLE_CLIENT_ID ?? '', page: page === '' ? PAGE : page };
}
