import { normalizeQuestion } from './danger.ts';

/** Why a question goes to staff and no program answers it (docs/decisions "The assistant"). */
export type HandOverReason = 'health' | 'people' | 'booking' | 'unknown';

/**
 * This pattern is broad. It includes misspelt words and other languages, and may match too much. A question that
 * matches is neither saved nor sent to a model (`private.names_illness`).
 */
const illnessPattern =
  /a(?:st?h?|th?s|th)m[ae]|asma\b|inhaler|nebuli[sz]er|autis|asperger|\badhd|\basd\b|\bocd\b|tourette|dyslexi|dyspraxi|epile|seizure|sawan|diab[ei]t|insulin|kencing manis|ec[sz]ema|all?[ae]r+g|alahan|alergi|anaph|ana?phyl|epi ?pen|(?:nut|peanut|dairy|milk|egg|lactose|gluten|seafood|shellfish|soy)s? (?:free|intoleran)|intoleran|c(?:o?e)li?ac|wheelchair|disab|special needs|special child|down'?s? syndrome|cerebral palsy|spina bifida|muscular dystrophy|anxi(?:ety|ous)|panic attack|depress|self.?harm|eating disorder|anorexi|bulimi|suicid|pregnan|surger|operated on|fractur|sprain|concuss|heart (?:condition|problem|disease|murmur|defect)|kidney|liver (?:condition|problem|disease)|h[ae]*moph|thalass|an[ae]*mi[ac]|leuk|cancer|tumou?r|chemo|medicat|medicin|antibiotic|ritalin|injection|vaccin|infect|contagio|hand.?foot.?(?:and.?)?mouth|hfmd|covid|\bflu\b|influenza|dengue|chicken ?pox|measles|mumps|tubercul|hepatitis|\bhiv\b|\baids\b|fever|demam|g6pd|migraine|vomit|diarrh|nose ?bleed|\brash(?:es)?\b|\blice\b|wet(?:s|ting)? (?:the |his |her |my |their )?bed|bed ?-?wet|incontinen|ngompol|kencing malam|\bdeaf|\bblind|hearing (?:aid|loss|impair)|visually impaired|cochlear|sensory (?:issue|processing|need|overload)|speech delay|stutter|stammer|obes|overweight|scolios|hernia|psycholog|psychiatr|therap(?:y|ist)\b|过敏|過敏|哮喘|气喘|氣喘|癫痫|癲癇|自闭|自閉|多动|多動|糖尿|湿疹|濕疹|尿床|心脏病|心臟病|抑郁|憂鬱|焦虑|焦慮|发烧|發燒|残疾|殘疾|轮椅|輪椅|怀孕|懷孕|癌|药物|藥物|吃药|吃藥|贫血|貧血/u;

/** Returns whether a question names an illness or a disability. */
export const namesIllness = (question: string): boolean => illnessPattern.test(normalizeQuestion(question));

/**
 * This pattern is narrow. It matches only together with a word for one child, so that "do you have first aid for
 * asthma?" is still answered.
 */
const oneChildPattern =
  /\b(my|our|her|his|he|she|hes|shes|son|sons|daughter|daughters|toddler|eldest|youngest)\b/;
const childConditionPattern =
  /\b(asthma|asthmatic|autis(m|tic)|adhd|add|epilep(sy|tic)|seizures?|diabet(es|ic)|eczema|allerg(y|ies|ic)|anaphyla(xis|ctic)|epipen|inhaler|wheelchair|disab(led|ility)|special needs|dyslexi[ac]|anxiety|depress(ed|ion)|pregnant|surgery|operation|fracture|broken (arm|leg|wrist)|concussion|heart (condition|problem)|medications?|infection|infected|hfmd|covid|fever|g6pd|down syndrome|overweight|bedwet(s|ting)?|deaf|blind|hearing (aid|loss)|cerebral palsy|asd|sensory|coeliac|celiac)\b/;
const peoplePattern =
  /\b(phone number|mobile number|handphone number|email|address|number) of\b|\b(who else|which (other )?(kids|children|families|parents))\b.*\b(booked|going|coming|joined|signed)\b|\bcoach \w+s? (number|phone|salary|address|religion|married|single|boyfriend|girlfriend)\b|\b(is|are|was|did) [a-z]+ [a-z]+ (in|coming|going|booked|enrolled|registered|attending)\b/;
const bookingPattern =
  /\b(my|our) (order|booking|payment|receipt|invoice|refund|account|password|credits?)\b.*\b(failed|missing|lost|wrong|not|never|twice|where|status|still|havent|didnt|cannot|cant)\b|\b(charged twice|double charged|never received|didnt receive|havent received|not received)\b/;

/**
 * Returns why a question goes to staff, or null if it may be answered. The question must be in lower case and without
 * punctuation.
 */
export function handOverReasonOf(question: string): HandOverReason | null {
  if (childConditionPattern.test(question) && oneChildPattern.test(question)) return 'health';
  if (peoplePattern.test(question)) return 'people';
  if (bookingPattern.test(question)) return 'booking';
  return null;
}
