const PAGE = 'https://accounts.google.com/o/oauth2/v2/auth';

/** Apart from `env.ts`, which every page loads. Without an id, Google's page names the service's address. */
export function googleClient() {
  const page = import.meta.env.PUBLIC_GOOGLE_PAGE ?? '';
  return { id: import.meta.env.PUBLIC_GOOGLE_CLIENT_ID ?? '', page: page === '' ? PAGE : page };
}
