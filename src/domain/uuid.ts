/** Returns whether a text from an address or a draft has the form of the database's ids and secrets. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
