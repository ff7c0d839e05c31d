/**
 * What no program should answer: one child's health, other people, a booking of one's own (decisions "The assistant").
 */
export type Reason = 'health' | 'people' | 'booking' | 'unknown';

const oneChild = /\b(my|our|her|his|he|she|hes|shes|son|sons|daughter|daughters|toddler|eldest|youngest)\b/;
const condition =
  /\b(asthma|asthmatic|autis(m|tic)|adhd|add|epilep(sy|tic)|seizures?|diabet(es|ic)|eczema|allerg(y|ies|ic)|anaphyla(xis|ctic)|epipen|inhaler|wheelchair|disab(led|ility)|special needs|dyslexi[ac]|anxiety|depress(ed|ion)|pregnant|surgery|operation|fracture|broken (arm|leg|wrist)|concussion|heart (condition|problem)|medications?|infection|infected|hfmd|covid|fever|g6pd|down syndrome|overweight|bedwet(s|ting)?|deaf|blind|hearing (aid|loss)|cerebral palsy|asd|sensory|coeliac|celiac)\b/;
const others =
  /\b(phone number|mobile number|handphone number|email|address|number) of\b|\b(who else|which (other )?(kids|children|families|parents))\b.*\b(booked|going|coming|joined|signed)\b|\bcoach \w+s? (number|phone|salary|address|religion|married|single|boyfriend|girlfriend)\b|\b(is|are|was|did) [a-z]+ [a-z]+ (in|coming|going|booked|enrolled|registered|attending)\b/;
const own =
  /\b(my|our) (order|booking|payment|receipt|invoice|refund|account|password|credits?)\b.*\b(failed|missing|lost|wrong|not|never|twice|where|status|still|havent|didnt|cannot|cant)\b|\b(charged twice|double charged|never received|didnt receive|havent received|not received)\b/;

/** Of a question in small letters without signs; null: it may be answered. */
export function reasonOf(question: string): Reason | null {
  if (condition.test(question) && oneChild.test(question)) return 'health';
  if (others.test(question)) return 'people';
  if (own.test(question)) return 'booking';
  return null;
}
