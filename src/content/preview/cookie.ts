/**
 * The cookie with the moment that the preview shows. Scripts of the page read and write it, and the preview passes it
 * to the site.
 */
export const momentCookie = 'preview_at';

/** The cookie with the language of the last page, to which the files that a page loads belong. */
export const languageCookie = 'preview_language';

/** Matches the cookie of the moment in a header or in `document.cookie`. The moment is the first group. */
export const momentForm = new RegExp(String.raw`(?:^|;\s*)${momentCookie}=([\dTZ:.+-]+)`);
