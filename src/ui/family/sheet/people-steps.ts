/** The steps that edit lists of people, with the names of the lists in SQL. */
export const stepPeople = { people: 'emergency_contacts', pickup: 'pickup_authorizations' } as const;
export type PeopleStep = keyof typeof stepPeople;
export const isPeopleStep = (step: string): step is PeopleStep => step in stepPeople;
