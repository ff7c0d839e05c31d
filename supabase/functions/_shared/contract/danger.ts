import { joinChinese } from './chinese-questions.ts';

/**
 * Returns whether somebody may be hurt or in danger. If in doubt it returns true, because an unnecessary call costs
 * only a minute.
 */
export const isDanger = (question: string): boolean => danger.test(normalizeQuestion(question));

/** The text in lower case, without apostrophes, with single spaces and with none between Chinese characters. */
export const normalizeQuestion = (text: string): string =>
  joinChinese(text.normalize('NFKC').toLowerCase())
    .replace(/['’‘`´]/g, '')
    .replace(/\s+/g, ' ');

const body = '(?:head|skull|neck|spine|back of (?:the|his|her|my|their) head)';
const whose = '(?:(?:his|her|my|their|the|a|own|kids?|childs|sons?|daughters?|boys?|girls?) )*';

const english = [
  'unconscious',
  'unresponsive',
  '(?:not|isnt|stopped|stop|hardly|barely) (?:responding|breathing|breath)',
  '(?:cant|cannot|can not|couldnt|could not|unable to|struggl\\w+ to|hard to|difficult to) breath\\w*',
  '(?:trouble|difficulty|difficulties|problems?) (?:in |with )?breathing',
  'short(?:ness)? of breath',
  'gasping',
  'suffocat\\w+',
  'chok(?:ed|ing|es)',
  'bleed\\w*',
  'bled',
  'blood (?:everywhere|all over|is coming|coming|wont|from)',
  'drown(?:ed|ing|s)?',
  '(?:having|has|had|got|getting|in) an? (?:fit|seizure|stroke|heart attack|asthma attack)',
  'asthma attack',
  'heart attack',
  'convuls\\w+',
  'seizing',
  'faint(?:ed|ing|s)?',
  'passed out',
  'blacked out',
  'collapsed?',
  'wont wake',
  'not waking',
  'cant wake',
  `(?:hit|hits|bang(?:ed|s)?|bump(?:ed|s)?|knock(?:ed|s)?|hurt|hurts|crack(?:ed)?|injur(?:ed|es)|smash(?:ed)?|fell on|landed on) ${whose}${body}`,
  'head injur\\w+',
  'concuss\\w+',
  'anaphyla\\w+',
  'allergic (?:reaction|shock)',
  '(?:gave|given|used|using|need|needs) (?:him |her |them |the |an |his )*epipen',
  '(?:face|lips?|throat|tongue|mouth)(?: \\w+){0,3} (?:swollen|swelling|swells?)',
  '(?:swollen|swelling) (?:face|lips?|throat|tongue)',
  '(?:turn\\w*|going|went|is|are) (?:blue|purple)',
  'blue lips',
  'chest pains?',
  'poison(?:ed|ing)?',
  'overdos\\w+',
  'swallowed (?:a |an |some |the )?(?:batter\\w+|magnets?|pills?|bleach|coin|something)',
  'electrocut\\w+',
  'heat ?stroke',
  'snake ?bite|bitten by a snake',
  'hit by a (?:car|bus|van|truck|lorry|bike|bicycle|motorbike)',
  '(?:broke|broken|fractured?) (?:his |her |my |their |the |a )*(?:arm|leg|wrist|neck|back|bone|ankle|hand|finger|collarbone)',
  'bone (?:is )?(?:showing|sticking)',
  'suicid\\w+',
  'kill(?:ing)? (?:himself|herself|myself|themselves)',
  'dying',
  'ambulance',
  '(?:its|is|this is|have|having) an emergency',
  'emergency (?:now|help|please|pls)',
  '^emergency\\b',
  'call(?:ed|ing)? (?:995|999|911|112)',
].join('|');

const malay = [
  'pengsan',
  '(?:tak|tidak|tdk|x) sedar\\w*',
  '(?:tak|tidak|tdk|x) (?:boleh|dapat) (?:ber)?na(?:f|p)as',
  '(?:susah|sukar|sesak) (?:ber)?na(?:f|p)as',
  'sesak na(?:f|p)as',
  '(?:ber|pen)darah\\w*',
  'keluar darah',
  'tercekik',
  'lemas',
  '(?:kena|sedang|serangan) (?:sawan|jantung|asma|strok)',
  'kejang',
  '(?:ter)?(?:hantuk|hentak)(?:an)? kepala',
  'kepala\\w* (?:ter)?(?:hantuk|hentak|cedera|luka|berdarah)',
  'keracunan',
  '(?:terkena|kena) racun',
  'kecemasan',
  'ambulans',
  'patah (?:tangan|kaki|tulang)',
].join('|');

const chinese =
  '昏迷|昏倒|晕倒|暈倒|晕过去|暈過去|不省人事|失去意识|失去意識|没有意识|沒有意識|叫不醒|没有呼吸|沒有呼吸|没呼吸|沒呼吸|不能呼吸|无法呼吸|無法呼吸|呼吸不了|呼吸困难|呼吸困難|喘不过气|喘不過氣|喘不上气|窒息|噎住|噎到|呛到|嗆到|流血|出血|血流|抽搐|抽筋不停|撞到头|撞到頭|撞头|撞頭|摔到头|摔到頭|碰到头|碰到頭|磕到头|磕到頭|头部受伤|頭部受傷|头受伤|溺水|淹水里|中毒|误吞|誤吞|休克|过敏性|過敏性|心脏病发|心臟病發|骨折|断了骨头|发紫|發紫|救命|急救|救护车|救護車|自杀|自殺|触电|觸電|中暑';

const danger = new RegExp(`\\b(?:${english})\\b|\\b(?:${malay})\\b|${chinese}`, 'u');
