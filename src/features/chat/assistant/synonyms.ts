import { stem } from '#domain/search/terms.ts';

/** Words of parents and of our pages. All words of a row are synonyms of each other. */
const rows = `
lunch food meal meals eat makan snack snacks
halal vegetarian muslim
kid kids child children son daughter boy girl toddler camper campers
bring pack packing prepare wear attire
reschedule move change shift postpone switch
makeup replace replacement missed miss absent
phone phones handphone handphones mobile screen screens ipad
rain raining rainy wet weather thunderstorm lightning
tryout trial taster
begin beginner beginners never newbie novice experience inexperienced
safe safety secure danger dangerous
fetch collect pickup
transport bus doortodoor shuttle fetch home
coach coaches instructor instructors teacher teachers trainer trainers
vetted vetting background checked references police
night overnight sleepover sleep tent
long length duration hour hours minute minutes
homesick miss cry cries crying tears
scared afraid refuse refuses nervous shy fear
board skateboard skateboards boards
helmet helmets pads gear equipment
lesson lessons class classes session sessions
group groups size
pay payment paynow card grabpay
account login register signup
valid validity expire expires expiry
renew renews subscription auto
stop terminate quit
share shared
cake
ill illness sick flu unwell fever
expensive cost costs price pricey
photo photos picture pictures video
health medical medicine medicines allergy allergies
private privacy confidential data
parents parent watch stay
grandparent grandparents grandma grandpa grandmother grandfather granny
mrt station train
charged twice double
wakeboard wakeboarding
party parties birthday
money refund
team teams level levels
`;

const same = new Map<string, Set<string>>();
for (const row of rows.trim().split('\n')) {
  const terms = [...new Set(row.split(' ').filter(Boolean).map(stem))];
  for (const term of terms) same.set(term, new Set([...(same.get(term) ?? []), ...terms]));
}

export const withSynonyms = (term: string): string[] => [
  term,
  ...[...(same.get(term) ?? [])].filter((other) => other !== term),
];
