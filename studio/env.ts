// The names of variables are written in full, because the build replaces only whole names by values.
export const projectId = import.meta.env.SANITY_STUDIO_PROJECT_ID ?? 'local';
export const dataset = import.meta.env.SANITY_STUDIO_DATASET ?? 'production';
export const apiHost = import.meta.env.SANITY_STUDIO_API_HOST;
/**
 * The database in which Studio reads the state of a publication. If there is no URL, Studio does not show the state.
 */
export const supabase = {
  url: import.meta.env.SANITY_STUDIO_SUPABASE_URL,
  key: import.meta.env.SANITY_STUDIO_SUPABASE_KEY,
};
/** The address of the preview, which is the site with drafts. If it is missing, Studio shows no preview. */
export const previewUrl = import.meta.env.SANITY_STUDIO_PREVIEW_URL;
export const publisherRoles = (
  import.meta.env.SANITY_STUDIO_PUBLISHER_ROLES ?? 'administrator,publisher'
).split(',');
