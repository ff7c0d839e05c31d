/** The database's limit of the message of an enquiry or a lead, which holds the answers with their questions. */
export const leadMessageMost = 4000;
