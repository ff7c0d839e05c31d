/** The chosen moment of a preview. Scripts of the page read and write it, and the preview passes it to the site. */
export const momentCookie = 'preview_at';

/** The moment in a cookie header or `document.cookie`, as its first group. */
export const momentForm = new RegExp(String.raw`(?:^|;\s*)${momentCookie}=([\dTZ:.+-]+)`);
