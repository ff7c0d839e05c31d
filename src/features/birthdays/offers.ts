interface Option {
  value: string;
}

/** An option means the party whose id it is or ends (`skate` is `birthday-skate`); others mean none. */
export function buildOffers(
  packages: readonly { _id: string }[],
  fields: readonly { key: string; options: readonly Option[] }[],
): { offerOf: Record<string, string>; optionOf: Record<string, string> } {
  const options = fields.find(({ key }) => key === 'partyKind')?.options ?? [];
  const pairs = options.flatMap(({ value }): [string, string][] => {
    const party = packages.find(({ _id }) => _id === value || _id.endsWith(`-${value}`));
    return party ? [[value, party._id]] : [];
  });
  return {
    offerOf: Object.fromEntries(pairs),
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

/** Each party's age range and number of guests, by the option of the form that chooses it. */
export const buildParties = (packages: readonly Party[], optionOf: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    packages.flatMap(({ _id, name, minAge, maxAge, guests }) => {
      const option = optionOf[_id];
      return option === undefined ? [] : [[option, { name, minAge, maxAge, guests }] as const];
    }),
  );
