/**
 * Questions of parents with their right answers: any of `right` in first place, or `all` for two subjects. They were
 * written before the search was tuned and are never changed to suit it. `cost:spark` is a fact about offers, `person`
 * means that no program should answer, and the others are ids of passages.
 */
export interface ParentQuestion {
  question: string;
  right?: readonly string[];
  all?: readonly (readonly string[])[];
}

const one = (question: string, ...right: string[]): ParentQuestion => ({ question, right });
const both = (question: string, ...all: (readonly string[])[]): ParentQuestion => ({ question, all });

export const parentQuestions: readonly ParentQuestion[] = [
  // Prices.
  one('How much is Spark Camp?', 'cost:spark'),
  one('spark price', 'cost:spark'),
  one('hw much epic ah', 'cost:epic'),
  one('how much is the ignit camp', 'cost:ignite'),
  one('what does the 5 day camp cost', 'cost:ignite', 'cost:camps'),
  one('camp fees?', 'cost:camps'),
  one('how much for the trial class', 'cost:tryout'),
  one('try out got discount?', 'cost:tryout'),
  one('price of term pass', 'cost:term'),
  one('flexi how much per month', 'cost:flexi'),
  one('What do your passes cost?', 'cost:passes'),
  one('birthday party price for 15 kids', 'cost:birthdays'),
  one('how much is a skate party', 'cost:birthday-skate', 'cost:birthdays'),
  one('got early bird for epic or not', 'cost:epic'),
  one('is door to door transport extra? how much', 'cost:transport'),
  one('sibling discount?', 'cost:sibling', 'faq-camps-11'),
  one('my two boys want to join same camp, any rebate', 'cost:sibling', 'faq-camps-11'),
  one('why is epic so expensive', 'faq-epic-6'),
  one('do prices include gst', 'faq-booking-3'),
  // Places and dates.
  one('Is there still space in Ignite?', 'free:ignite'),
  one('spark camp still got slot', 'free:spark'),
  one('when is the next camp', 'free:camps'),
  one('december holiday camp dates', 'free:camps'),
  one('any vacancy this saturday', 'free:classes'),
  one('which classes are free this weekend', 'free:classes'),
  one('epic camp full already?', 'free:epic'),
  one('can book camp at bishan in dec?', 'free:camps'),
  one('when does epic start', 'free:epic'),
  // Ages.
  one('What age is Spark for?', 'age:spark', 'faq-camps-4'),
  one('my son is 4 can he join', 'age:all', 'age:classes', 'age:tryout', 'age:camps'),
  one('is 13 too old for epic', 'age:epic', 'faq-camps-4'),
  one('minimum age for skate class', 'age:classes', 'age:tryout', 'faq-classes-3'),
  one('my daughter turns 6 in january, which camp can she do', 'age:camps', 'faq-camps-4'),
  one('how old must you be for birthday partys', 'age:birthdays', 'faq-birthdays-1'),
  one('which team for my 8 year old', 'faq-classes-3', 'team-red'),
  // Where and when.
  one('Where are the weekend classes?', 'place:classes', 'faq-classes-1', 'base-somerset'),
  one('what time camp start and end', 'hours:camps', 'faq-camps-5'),
  one('pick up time for camp?', 'hours:camps', 'faq-camps-5', 'camps-locations-0'),
  one('where is the east coast base exactly', 'base-east-coast', 'place:camps'),
  one('where do camps start', 'place:camps', 'camps-locations'),
  one('nearest mrt to skate park', 'base-somerset', 'place:classes'),
  one('what time are sunday lessons', 'hours:classes', 'free:classes', 'faq-classes-1'),
  one('how long is one lesson', 'hours:classes', 'faq-classes-1', 'tryout-includes', 'tryout-hour'),
  one('do you have camps in bishan', 'base-bishan', 'place:camps', 'free:camps'),
  // Money back and changes.
  one('Can I get a refund if my child is sick before camp?', 'refund:camps', 'faq-camps-12'),
  one('cancel spark camp how many days before', 'refund:spark', 'refund:camps'),
  one('refund policy for term pass', 'refund:term'),
  one('can i cancel try out', 'refund:tryout'),
  one('cancel birthday party money back?', 'refund:birthdays'),
  one('flexi refund can anot', 'refund:flexi'),
  one('can we change to another date for class', 'faq-classes-5', 'terms-and-conditions-section-4'),
  one('i want to reschdule my sesion', 'faq-classes-5', 'terms-and-conditions-section-4'),
  one('missed a lesson because of flu, can replace?', 'faq-passes-3', 'terms-and-conditions-section-5'),
  one(
    'what if you cancel the class',
    'faq-classes-4',
    'terms-and-conditions-section-8',
    'terms-and-conditions-section-9',
  ),
  one('does flexi auto renew', 'terms-and-conditions-section-3', 'pass-flexi'),
  one('how do i stop the monthly pass', 'terms-and-conditions-section-3'),
  // The day at a camp.
  one('is lunch provided', 'faq-camps-8', 'camps-includes-5'),
  one('halal food?', 'faq-camps-8', 'camps-includes-5'),
  one('my kid never skate before can join camp?', 'faq-camps-2'),
  one('what to bring for camp', 'faq-camps-9'),
  one('wat to pack', 'faq-camps-9'),
  one('are phones allowed', 'faq-camps-9', 'camps-features-2'),
  one('if rain how', 'faq-camps-10', 'faq-classes-4', 'terms-and-conditions-section-9'),
  one('what do they do at camp whole day', 'faq-camps-7', 'camps-schedule-day'),
  one('got school bus / transport from home', 'faq-camps-6', 'cost:transport', 'camps-locations-1'),
  one(
    'how many kids per coach',
    'faq-camps-1',
    'camps-features-0',
    'camps-includes-1',
    'about-safety-0',
    'about-facts-3',
  ),
  one('is it safe', 'faq-camps-1', 'about-safety'),
  one('who can pick up my child', 'about-safety-5', 'camps-locations-0'),
  one('do u send photos during camp', 'camps-bundle-6', 'terms-and-conditions-section-13', 'tier-ignite'),
  one(
    'difference between spark and ignite',
    'camps-chooser',
    'tier-spark',
    'tier-ignite',
    'cost:camps',
    'camps-schedule',
  ),
  // EPIC.
  one('overnight camping compulsory?', 'faq-camps-3', 'faq-epic-4', 'epic-overnight', 'epic-days-2'),
  one('my girl will miss home at night', 'faq-epic-3'),
  one('can beginner join epic', 'faq-epic-2'),
  one('how many in one tent', 'epic-overnight', 'faq-epic-4', 'faq-camps-3'),
  one('is there wakeboarding', 'epic-days-1', 'tier-epic'),
  // Classes, passes, try-out.
  one('do i need to buy skateboard', 'faq-classes-6'),
  one(
    'helmet provided or not',
    'faq-classes-6',
    'faq-camps-1',
    'camps-includes-4',
    'terms-and-conditions-section-10',
  ),
  one('group size for lessons', 'faq-classes-2'),
  one('which pass is best to start', 'faq-passes-1'),
  one('term pass valid for how long', 'faq-passes-2', 'pass-term'),
  one('can my 2 kids share 1 pass', 'faq-passes-4'),
  one('what happens in the trial', 'faq-try-out-1', 'tryout-hour'),
  one('can parents watch', 'faq-try-out-2'),
  one('what if she is scared and refuse to try', 'faq-try-out-4'),
  one('who are the coaches', 'about-coaches', 'home-coaches'),
  one('are coaches background checked', 'about-coaches'),
  // Parties, paying, the site.
  one('do we bring our own cake', 'faq-birthdays-2', 'birthdays-you-0'),
  one('how long is the birthday party', 'birthdays-party', 'hours:birthdays', 'birthday-skate'),
  one('can pay by paynow?', 'faq-booking-3'),
  one('need to create account?', 'faq-booking-1'),
  one('do you keep my kids medical info private', 'faq-booking-5', 'privacy-policy-section-4'),
  // Two questions in one.
  both('how much is spark and what age', ['cost:spark'], ['age:spark', 'faq-camps-4']),
  both(
    'Where are classes, and is there space this weekend?',
    ['place:classes', 'faq-classes-1', 'base-somerset'],
    ['free:classes'],
  ),
  both('epic price? lunch included?', ['cost:epic'], ['faq-camps-8', 'camps-includes-5']),
  // Questions about other subjects, or for a person.
  one('my son has asthma, can he still join', 'person'),
  one('can you tell me which class ethan tan is in', 'person'),
  one('what is the weather in tokyo', 'person'),
  one('do you teach piano', 'person'),
  one('write me a poem about otters', 'person'),
  one('my payment failed but i was charged twice', 'person', 'terms-of-service-section-4'),
];
