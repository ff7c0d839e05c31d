/**
 * Rules for browsers that know speculation rules. They fetch the document of a link under the pointer or finger. They
 * fetch no other file and run no script, so nothing is counted, held or shown before the visitor opens the page.
 */
export default JSON.stringify({
  prefetch: [{ where: { href_matches: '/*' }, eagerness: 'moderate' }],
});
