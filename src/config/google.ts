const PAGE = 'https://accounts.google.com/o/oauth2/v2/auth';

/**
 * Returns the variables for Google. They are not in `env.ts`, which every page loads. If `PUBLIC_GOOGLE_PAGE` is not
 * set, the default sign-in page of Google is used.
 */
export function googleClient() {
  const page = import.meta.env.PUBLIC_GOOGLE_PAGE ?? '';
  return { id: import.meta.env.PUBLIC_GOOGLE_CLIENT_ID ?? '', page: page === '' ? PAGE : page };
}
