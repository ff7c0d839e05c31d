export interface FormField {
  key?: string;
  type?: string;
  label?: string;
  options?: readonly { value?: string; label?: string }[];
}

/** The fields that a form may contain only once, because the database has one column for each. */
const single: Record<string, string> = {
  contactName: 'the family’s name',
  contactEmail: 'the family’s e-mail',
  contactPhone: 'the family’s phone number',
  attending: 'whether they are coming',
  guests: 'who is coming',
};
const withOptions = new Set(['choice', 'select', 'multiple']);

/** The format that `private.check_answers` accepts. */
const keyForm = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/;

export function keyProblem(key: string | undefined): string | null {
  if (key === undefined || keyForm.test(key)) return null;
  return 'Start with a letter, then use letters, digits, hyphens and underscores, such as “shoeSize”.';
}

export function formFieldsProblem(fields: readonly FormField[] | undefined): string | null {
  if (!fields?.length) return 'Add at least one question.';
  const keys = fields.flatMap(({ key }) => key ?? []);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice)
    return `Two questions have the key “${twice}”, so one answer would overwrite the other. Change one of them.`;
  const types = fields.flatMap(({ type }) => type ?? []);
  const doubled = Object.entries(single).find(([type]) => types.filter((other) => other === type).length > 1);
  if (doubled) return `Two questions ask for ${doubled[1]}. Remove one of them.`;
  if (!types.includes('contactName'))
    return 'Add a question for the family’s name: answers are stored under it.';
  if (!types.includes('contactEmail') && !types.includes('contactPhone'))
    return 'Add a question for the family’s e-mail or phone number: without one, nobody can reply to them.';
  return null;
}

export function optionsProblem({ type, options }: FormField): string | null {
  if (!type || !withOptions.has(type)) return null;
  if (!options || options.length < 2) return 'Add at least two options, so that there is a choice.';
  const values = options.flatMap(({ value }) => value ?? []);
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  return twice ? `Two options are stored as “${twice}”. Change one of them.` : null;
}

export const takesOptions = (type: string | undefined) => type !== undefined && withOptions.has(type);
