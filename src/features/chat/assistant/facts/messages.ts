/** What the assistant says about prices. */
export const costMessages = {
  campListed: (camp: string, price: string) =>
    `${camp} is listed at ${price}. No dates are on sale right now.`,
  camp: (camp: string, price: string, spots: string) => `${camp} costs ${price} today; ${spots}.`,
  campReduced: (camp: string, price: string, listedPrice: string, spots: string) =>
    `${camp} costs ${price} today (listed price ${listedPrice}); ${spots}.`,
  from: (price: string) => `from ${price}`,
  allFull: 'all dates are full',
  open: (open: number, capacity: number) => `${open} of ${capacity} spots are open`,
  named: (pass: string) => `The ${pass}`,
  pass: (pass: string, price: string) => `${pass} costs ${price} today.`,
  passWith: (pass: string, price: string, content: string) => `${pass} costs ${price} today: ${content}.`,
  each: (sessions: string, price: string) => `${sessions}, ${price} each`,
  within: (content: string, days: string) => `${content}, to use within ${days}`,
  ends: (end: string) => `${end}.`,
  oncePerChild: 'One per child.',
  party: (party: string, price: string) => `${party} costs ${price} today for the whole party.`,
  partyWith: (party: string, price: string, content: string) =>
    `${party} costs ${price} today for the whole party: ${content}.`,
  guests: (guests: number) => `for ${guests} guests`,
  minutes: (minutes: number) => `${minutes} minutes`,
  both: (guests: string, minutes: string) => `${guests}, ${minutes}`,
  transport: (transport: string, price: string, camp: string) => `${transport} costs ${price} with ${camp}.`,
  sibling: (amount: string, camps: string) =>
    `${amount} off for the second child of a family at the same camp (${camps}), as long as it has rebate spots left. The checkout takes it off automatically.`,
} as const;

/** What the assistant says about free spots and dates. */
export const freeMessages = {
  camp: 'Camp',
  anyCamp: 'camp',
  theCamps: 'the camps',
  noneForThat: (camp: string) => `No ${camp} on sale matches that.`,
  noneNow: (camp: string) => `No ${camp} is on sale just now.`,
  oneDateFull: (camp: string) => `The only date of ${camp} that matches is full. You can join the waitlist.`,
  allDatesFull: (camp: string) => `All dates of ${camp} that match are full. You can join the waitlist.`,
  date: (camp: string, dates: string, place: string, left: number, capacity: number, price: string) =>
    `${camp}, ${dates}, ${place}: ${left} of ${capacity} spots open, ${price}.`,
  oneMoreDate: 'And 1 more date.',
  moreDates: (count: number) => `And ${count} more dates.`,
  /** Visitors can book classes only until Sunday of the same week. */
  nextWeek: 'You can book next week’s classes from Monday.',
  thisWeek: 'this week',
  thisWeekend: 'this weekend',
  on: (days: string) => `on ${days}`,
  onThisWeek: (days: string) => `on ${days} this week`,
  weekdays: 'weekdays',
  oneClassFull: (days: string, nextWeek: string) => `The only class ${days} is full. ${nextWeek}`,
  allClassesFull: (count: number, days: string, nextWeek: string) =>
    `All ${count} classes ${days} are full. ${nextWeek}`,
  oneClassHas: (open: number, classes: string, days: string) => `${open} of ${classes} ${days} has spots.`,
  classesHave: (open: number, classes: string, days: string) => `${open} of ${classes} ${days} have spots.`,
  time: (time: string, spots: string) => `${time} (${spots})`,
  day: (date: string, times: string) => `${date}: ${times}.`,
  full: (day: string) => `${day} (full)`,
  none: (days: string) => `No class is open for booking ${days}.`,
  otherDays: (days: string) => `There are classes on ${days}.`,
} as const;

/** What the assistant says about ages, hours, places and refunds. */
export const termsMessages = {
  range: (least: number, most: number) => `${least} to ${most}`,
  ages: (offers: string, range: string) => `${offers}: ages ${range}.`,
  firstDay: 'What counts is the child’s age on the first day.',
  yes: (age: number) => `At ${age}: yes.`,
  only: (age: number, offers: string) => `At ${age}: ${offers}.`,
  notYet: (age: number) => `At ${age}: not yet.`,
  noLonger: (age: number) => `At ${age}: no longer.`,
  lasts: (party: string, minutes: number) => `${party} lasts ${minutes} minutes.`,
  hours: (from: string, until: string) => `${from} to ${until}`,
  campHours: (hours: string) =>
    `Camps on sale run from ${hours} each day. Please drop off by the start, and pick up by the end.`,
  begin: (date: string, times: string) => `${date}: classes begin at ${times}.`,
  address: (address: string) => `${address}.`,
  place: (name: string, address: string) => `${name}: ${address}.`,
  refund: (offers: string, rule: string) => `${offers}: ${rule}`,
} as const;

/** The names of the places that an answer links to. */
export const sourceMessages = {
  places: 'About us · Where we are',
  camps: 'Holiday camps · Packages',
  parties: 'Birthdays · Packages',
  tryOut: 'Try-Out',
  classes: 'Home · Book a class',
  passes: 'Passes',
} as const;

/** The button below an answer. */
export const stepMessages = {
  chooseCamp: 'Choose a camp',
  seeEpic: 'See EPIC Camp',
  epic: 'EPIC Camp',
  bookClass: 'Book a class',
  seePasses: 'See the passes',
  bookTryOut: 'Book the Try-Out',
  askForDate: 'Ask for a date',
} as const;
