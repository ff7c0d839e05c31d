/** Name of the database that tests are cloned from. Nobody may be connected to it while they are. */
export const templateName = 'template_test';
