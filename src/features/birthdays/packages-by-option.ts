interface Option {
  value: string;
}

/**
 * Maps the options of a question to packages. An option belongs to a package if it is the package's id or the end of
 * it, as `skate` is for `birthday-skate`.
 */
export function mapOptionsToPackages(
  packages: readonly { _id: string }[],
  fields: readonly { key: string; options: readonly Option[] }[],
): { packageOf: Record<string, string>; optionOf: Record<string, string> } {
  const options = fields.find(({ key }) => key === 'partyKind')?.options ?? [];
  const pairs = options.flatMap(({ value }): [string, string][] => {
    const party = packages.find(({ _id }) => _id === value || _id.endsWith(`-${value}`));
    return party ? [[value, party._id]] : [];
  });
  return {
    packageOf: Object.fromEntries(pairs),
    optionOf: Object.fromEntries(pairs.map(([value, id]) => [id, value])),
  };
}

/**
 * Adds an option for each package that the question lacks, such as one that was just made in Studio, so that every
 * card leads to its enquiry. The new option comes after the options of other packages and before “Please advise us”.
 */
export function withOptionOfEachPackage<
  Field extends { key: string; options: readonly (Option & { label: string })[] },
>(packages: readonly { _id: string; name: string }[], fields: readonly Field[]): Field[] {
  const { optionOf } = mapOptionsToPackages(packages, fields);
  const known = new Set(Object.values(optionOf));
  return fields.map((field) => {
    const [model] = field.options;
    if (field.key !== 'partyKind' || !model) return field;
    const added = packages.flatMap(({ _id, name }) =>
      optionOf[_id] === undefined ? [{ ...model, value: _id, label: name }] : [],
    );
    const end = field.options.findLastIndex(({ value }) => known.has(value)) + 1;
    return { ...field, options: field.options.toSpliced(end, 0, ...added) };
  });
}

interface Party {
  _id: string;
  name: string;
  minAge: number;
  maxAge: number;
  guests: number;
}

export const mapOptionsToParties = (packages: readonly Party[], optionOf: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    packages.flatMap(({ _id, name, minAge, maxAge, guests }) => {
      const option = optionOf[_id];
      return option === undefined ? [] : [[option, { name, minAge, maxAge, guests }] as const];
    }),
  );
