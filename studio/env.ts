// Written out one by one: the build replaces each with its value.
export const projectId = import.meta.env.SANITY_STUDIO_PROJECT_ID ?? 'local';
export const dataset = import.meta.env.SANITY_STUDIO_DATASET ?? 'production';
export const apiHost = import.meta.env.SANITY_STUDIO_API_HOST;
