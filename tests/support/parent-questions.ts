/**
 * A question of a parent with its right answers. The questions were written before the search was tuned, and are never
 * changed to suit it. An answer such as `cost:spark` is a fact about offers, `person` means that a person must answer,
 * and every other answer is the id of a passage.
 */
export interface ParentQuestion {
  question: string;
  /** For a question about one subject. The best answer must be one of these. */
  right?: readonly string[];
  /** For a question about two subjects. The answers must contain one of each list. */
  all?: readonly (readonly string[])[];
}

const oneSubject = (question: string, ...right: string[]): ParentQuestion => ({ question, right });
const twoSubjects = (question: string, ...all: (readonly string[])[]): ParentQuestion => ({ question, all });

export const parentQuestions: readonly ParentQuestion[] = [
  // Prices.
  oneSubject('How much is Spark Camp?', 'cost:spark'),
  oneSubject('spark price', 'cost:spark'),
  oneSubject('hw much epic ah', 'cost:epic'),
  oneSubject('how much is the ignit camp', 'cost:ignite'),
  oneSubject('what does the 5 day camp cost', 'cost:ignite', 'cost:camps'),
  oneSubject('camp fees?', 'cost:camps'),
  oneSubject('how much for the trial class', 'cost:tryout'),
  oneSubject('try out got discount?', 'cost:tryout'),
  oneSubject('price of term pass', 'cost:term'),
  oneSubject('flexi how much per month', 'cost:flexi'),
  oneSubject('What do your passes cost?', 'cost:passes'),
  oneSubject('birthday party price for 15 kids', 'cost:birthdays'),
  oneSubject('how much is a skate party', 'cost:birthday-skate', 'cost:birthdays'),
  oneSubject('got early bird for epic or not', 'cost:epic'),
  oneSubject('is door to door transport extra? how much', 'cost:transport'),
  oneSubject('sibling discount?', 'cost:sibling', 'faq-camps-11'),
  oneSubject('my two boys want to join same camp, any rebate', 'cost:sibling', 'faq-camps-11'),
  oneSubject('why is epic so expensive', 'faq-epic-6'),
  oneSubject('do prices include gst', 'faq-booking-3'),
  // Places and dates.
  oneSubject('Is there still space in Ignite?', 'free:ignite'),
  oneSubject('spark camp still got slot', 'free:spark'),
  oneSubject('when is the next camp', 'free:camps'),
  oneSubject('december holiday camp dates', 'free:camps'),
  oneSubject('any vacancy this saturday', 'free:classes'),
  oneSubject('which classes are free this weekend', 'free:classes'),
  oneSubject('epic camp full already?', 'free:epic'),
  oneSubject('can book camp at bishan in dec?', 'free:camps'),
  oneSubject('when does epic start', 'free:epic'),
  // Ages.
  oneSubject('What age is Spark for?', 'age:spark', 'faq-camps-4'),
  oneSubject('my son is 4 can he join', 'age:all', 'age:classes', 'age:tryout', 'age:camps'),
  oneSubject('is 13 too old for epic', 'age:epic', 'faq-camps-4'),
  oneSubject('minimum age for skate class', 'age:classes', 'age:tryout', 'faq-classes-3'),
  oneSubject('my daughter turns 6 in january, which camp can she do', 'age:camps', 'faq-camps-4'),
  oneSubject('how old must you be for birthday partys', 'age:birthdays', 'faq-birthdays-1'),
  oneSubject('which team for my 8 year old', 'faq-classes-3', 'team-red'),
  // Where and when.
  oneSubject('Where are the weekend classes?', 'place:classes', 'faq-classes-1', 'base-somerset'),
  oneSubject('what time camp start and end', 'hours:camps', 'faq-camps-5'),
  oneSubject('pick up time for camp?', 'hours:camps', 'faq-camps-5', 'camps-locations-0'),
  oneSubject('where is the east coast base exactly', 'base-east-coast', 'place:camps'),
  oneSubject('where do camps start', 'place:camps', 'camps-locations'),
  oneSubject('nearest mrt to skate park', 'base-somerset', 'place:classes'),
  oneSubject('what time are sunday lessons', 'hours:classes', 'free:classes', 'faq-classes-1'),
  oneSubject('how long is one lesson', 'hours:classes', 'faq-classes-1', 'tryout-includes', 'tryout-hour'),
  oneSubject('do you have camps in bishan', 'base-bishan', 'place:camps', 'free:camps'),
  // Money back and changes.
  oneSubject('Can I get a refund if my child is sick before camp?', 'refund:camps', 'faq-camps-12'),
  oneSubject('cancel spark camp how many days before', 'refund:spark', 'refund:camps'),
  oneSubject('refund policy for term pass', 'refund:term'),
  oneSubject('can i cancel try out', 'refund:tryout'),
  oneSubject('cancel birthday party money back?', 'refund:birthdays'),
  oneSubject('flexi refund can anot', 'refund:flexi'),
  oneSubject('can we change to another date for class', 'faq-classes-5', 'terms-and-conditions-section-4'),
  oneSubject('i want to reschdule my sesion', 'faq-classes-5', 'terms-and-conditions-section-4'),
  oneSubject(
    'missed a lesson because of flu, can replace?',
    'faq-passes-3',
    'terms-and-conditions-section-5',
  ),
  oneSubject(
    'what if you cancel the class',
    'faq-classes-4',
    'terms-and-conditions-section-8',
    'terms-and-conditions-section-9',
  ),
  oneSubject('does flexi auto renew', 'terms-and-conditions-section-3', 'pass-flexi'),
  oneSubject('how do i stop the monthly pass', 'terms-and-conditions-section-3'),
  // The day at a camp.
  oneSubject('is lunch provided', 'faq-camps-8', 'camps-includes-5'),
  oneSubject('halal food?', 'faq-camps-8', 'camps-includes-5'),
  oneSubject('my kid never skate before can join camp?', 'faq-camps-2'),
  oneSubject('what to bring for camp', 'faq-camps-9'),
  oneSubject('wat to pack', 'faq-camps-9'),
  oneSubject('are phones allowed', 'faq-camps-9', 'camps-features-2'),
  oneSubject('if rain how', 'faq-camps-10', 'faq-classes-4', 'terms-and-conditions-section-9'),
  oneSubject('what do they do at camp whole day', 'faq-camps-7', 'camps-schedule-day'),
  oneSubject('got school bus / transport from home', 'faq-camps-6', 'cost:transport', 'camps-locations-1'),
  oneSubject(
    'how many kids per coach',
    'faq-camps-1',
    'camps-features-0',
    'camps-includes-1',
    'about-safety-0',
    'about-facts-3',
  ),
  oneSubject('is it safe', 'faq-camps-1', 'about-safety'),
  oneSubject('who can pick up my child', 'about-safety-5', 'camps-locations-0'),
  oneSubject(
    'do u send photos during camp',
    'camps-bundle-6',
    'terms-and-conditions-section-13',
    'tier-ignite',
  ),
  oneSubject(
    'difference between spark and ignite',
    'camps-chooser',
    'tier-spark',
    'tier-ignite',
    'cost:camps',
    'camps-schedule',
  ),
  // EPIC.
  oneSubject('overnight camping compulsory?', 'faq-camps-3', 'faq-epic-4', 'epic-overnight', 'epic-days-2'),
  oneSubject('my girl will miss home at night', 'faq-epic-3'),
  oneSubject('can beginner join epic', 'faq-epic-2'),
  oneSubject('how many in one tent', 'epic-overnight', 'faq-epic-4', 'faq-camps-3'),
  oneSubject('is there wakeboarding', 'epic-days-1', 'tier-epic'),
  // Classes, passes, try-out.
  oneSubject('do i need to buy skateboard', 'faq-classes-6'),
  oneSubject(
    'helmet provided or not',
    'faq-classes-6',
    'faq-camps-1',
    'camps-includes-4',
    'terms-and-conditions-section-10',
  ),
  oneSubject('group size for lessons', 'faq-classes-2'),
  oneSubject('which pass is best to start', 'faq-passes-1'),
  oneSubject('term pass valid for how long', 'faq-passes-2', 'pass-term'),
  oneSubject('can my 2 kids share 1 pass', 'faq-passes-4'),
  oneSubject('what happens in the trial', 'faq-try-out-1', 'tryout-hour'),
  oneSubject('can parents watch', 'faq-try-out-2'),
  oneSubject('what if she is scared and refuse to try', 'faq-try-out-4'),
  oneSubject('who are the coaches', 'about-coaches', 'home-coaches'),
  oneSubject('are coaches background checked', 'about-coaches'),
  // Parties, paying, the site.
  oneSubject('do we bring our own cake', 'faq-birthdays-2', 'birthdays-you-0'),
  oneSubject('how long is the birthday party', 'birthdays-party', 'hours:birthdays', 'birthday-skate'),
  oneSubject('can pay by paynow?', 'faq-booking-3'),
  oneSubject('need to create account?', 'faq-booking-1'),
  oneSubject('do you keep my kids medical info private', 'faq-booking-5', 'privacy-policy-section-4'),
  // Two questions in one.
  twoSubjects('how much is spark and what age', ['cost:spark'], ['age:spark', 'faq-camps-4']),
  twoSubjects(
    'Where are classes, and is there space this weekend?',
    ['place:classes', 'faq-classes-1', 'base-somerset'],
    ['free:classes'],
  ),
  twoSubjects('epic price? lunch included?', ['cost:epic'], ['faq-camps-8', 'camps-includes-5']),
  // Questions about other subjects, or for a person.
  oneSubject('my son has asthma, can he still join', 'person'),
  oneSubject('can you tell me which class ethan tan is in', 'person'),
  oneSubject('what is the weather in tokyo', 'person'),
  oneSubject('do you teach piano', 'person'),
  oneSubject('write me a poem about otters', 'person'),
  oneSubject('my payment failed but i was charged twice', 'person', 'terms-of-service-section-4'),
];
