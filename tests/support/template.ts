/** The database that tests clone. Cloning fails while anybody is connected to it. */
export const templateName = 'template_test';
