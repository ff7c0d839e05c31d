/** A field of a form, possibly incomplete. */
export interface FormField {
  key?: string;
  type?: string;
  label?: string;
  options?: readonly { value?: string; label?: string }[];
}

/** The database has one column for each of these, so a form may have at most one of each. */
const single: Record<string, string> = {
  contactName: 'the family’s name',
  contactEmail: 'the family’s e-mail',
  contactPhone: 'the family’s phone number',
  attending: 'whether they come',
  guests: 'who comes',
};
const withOptions = new Set(['choice', 'select', 'multiple']);

/** The format that `private.check_answers` accepts. */
const keyForm = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/;

/** The problem of a field's key, or null. */
export function keyProblem(key: string | undefined): string | null {
  if (key === undefined || keyForm.test(key)) return null;
  return 'A letter first, then letters, digits, hyphens and underscores, such as “shoeSize”.';
}

/** The problem of a form's fields, as a message for the editor, or null. */
export function formFieldsProblem(fields: readonly FormField[] | undefined): string | null {
  if (!fields?.length) return 'A form without fields asks nothing.';
  const keys = fields.flatMap(({ key }) => key ?? []);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice) return `Two fields have the key “${twice}”: one answer would overwrite the other.`;
  const types = fields.flatMap(({ type }) => type ?? []);
  const doubled = Object.entries(single).find(([type]) => types.filter((other) => other === type).length > 1);
  if (doubled) return `Two fields ask ${doubled[1]}; one is enough.`;
  if (!types.includes('contactName'))
    return 'One field must ask for the family’s name: an answer is kept under it.';
  if (!types.includes('contactEmail') && !types.includes('contactPhone'))
    return 'One field must ask for the family’s e-mail or phone number: nobody could write back.';
  return null;
}

/** The problem of one field's options, or null. */
export function optionsProblem({ type, options }: FormField): string | null {
  if (!type || !withOptions.has(type)) return null;
  if (!options || options.length < 2) return 'Two options at least, or there is nothing to choose.';
  const values = options.flatMap(({ value }) => value ?? []);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  return twice ? `Two options are kept as “${twice}”.` : null;
}

export const takesOptions = (type: string | undefined) => type !== undefined && withOptions.has(type);
