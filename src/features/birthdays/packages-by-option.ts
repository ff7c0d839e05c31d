interface Option {
  value: string;
}

/**
 * An option belongs to a party if it is the party's id or the end of it, as `skate` is for
 * `birthday-skate`.
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
