/**
 * Returns the anchor of a camp. A link to it selects the camp's date, even if it was followed before a script had
 * loaded.
 */
export const packageId = (campId: string): string => `package-${campId}`;
