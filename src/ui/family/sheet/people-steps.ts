/** The steps that are a list of persons, and the list as SQL names it. */
export const stepPeople = { people: 'emergency_contacts', pickup: 'pickup_authorizations' } as const;
export type PeopleStep = keyof typeof stepPeople;
export const isPeopleStep = (step: string): step is PeopleStep => step in stepPeople;
