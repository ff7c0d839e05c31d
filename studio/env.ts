// Each variable is written in full, because the build replaces each name with its value.
export const projectId = import.meta.env.SANITY_STUDIO_PROJECT_ID ?? 'local';
export const dataset = import.meta.env.SANITY_STUDIO_DATASET ?? 'production';
export const apiHost = import.meta.env.SANITY_STUDIO_API_HOST;
/** Where to read the state of a publication; without a URL Studio does not show it. */
export const supabase = {
  url: import.meta.env.SANITY_STUDIO_SUPABASE_URL,
  key: import.meta.env.SANITY_STUDIO_SUPABASE_KEY,
};
/** The site with drafts, for the preview beside the form; undefined: no preview. */
export const previewUrl = import.meta.env.SANITY_STUDIO_PREVIEW_URL;
export const publisherRoles = (
  import.meta.env.SANITY_STUDIO_PUBLISHER_ROLES ?? 'administrator,publisher'
).split(',');
