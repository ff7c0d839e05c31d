import { isStopWord } from '#domain/search/terms.zh.ts';

const DIGITS = '零一二三四五六七八九';

/**
 * What parents write in Chinese, with the English words that the rules recognise. Longer words come first, because
 * each word is replaced before the ones below it.
 */
const words: readonly (readonly [pattern: RegExp, english: string | ((...found: string[]) => string)])[] = [
  // Words that contain a word below, but mean something else.
  [/(?:营业|營業|经营|經營|运营|運營)/gu, 'operation'],
  [/(?:营养|營養)/gu, 'nutrition'],
  // A month, as in 12月 or 十二月, but not “once a month”.
  [
    /(?<![\d一二三四五六七八九十])(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?![一二两兩三四五六几幾]次)/gu,
    (_, month = '') => monthName(month),
  ],
  // A weekday, as in 星期六, 周六 or 礼拜天, but not “five days a week” or “once a week”.
  [/(?:星期|礼拜|禮拜|周|週)六[日天](?![气氣])/gu, 'saturday sunday'],
  [
    /(?<![一二两兩三四五六七八九十几幾半])每?(?:星期|礼拜|禮拜|周|週)([一二三四五六日天])(?!天(?![气氣])|[次节節个個堂回])/gu,
    (_, day = '') => weekday(day),
  ],
  [/(?:工作日|平日|周中)/gu, 'weekday'],
  [/(?:周末|週末)/gu, 'weekend class'],
  // An age, as in 7岁, 七岁 or 七周岁. A range such as 5到7岁 or 五六岁 names no single age.
  [
    /(?<![\d一二三四五六七八九十两兩到至和或.~～–-])(\d{1,2}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九两兩])\s*[周週]?(?:岁|歲)(?![数數])/gu,
    (_, age = '') => `${numberOf(age)} years old`,
  ],
  [/(?:滑板(?:生日)?派对|滑板派對)/gu, 'skate party'],
  [/(?:露营(?:生日)?派对|露營派對)/gu, 'camp party'],
  [/(?:探险(?:生日)?派对|寻宝派对|探險派對)/gu, 'trail party'],
  [/(?:生日会|生日會|生日|派对|派對)/gu, 'birthday'],
  [/(?:假期配套|假期套餐)/gu, 'holiday package'],
  [/(?:兄弟姐妹|兄弟姊妹|双胞胎|雙胞胎|第二个孩子|第二個孩子|两个孩子|弟弟|妹妹|哥哥|姐姐)/gu, 'sibling'],
  [/(?:接送|校车|班车|交通|接驳)/gu, 'transport'],
  [/(?:体验课|體驗課|试课|試課|试玩|体验|體驗)/gu, 'tryout'],
  [/(?:灵活卡|靈活卡|月卡)/gu, 'flexi'],
  [/(?:长期卡|長期卡|年卡)/gu, 'xterm'],
  [/(?:学期卡|學期卡)/gu, 'term'],
  [/(?:课卡|課卡|会员|會員|套票)/gu, 'pass'],
  [/(?:假期营|假期營|夏令营|冬令营|营队|营地|营期|夏令營|假期班|营|營)/gu, 'camp'],
  [
    /(?:多少钱|多少錢|价格|價格|价钱|價錢|费用|費用|收费|收費|学费|學費|优惠|優惠|折扣|早鸟|早鳥|便宜|贵吗|几钱)/gu,
    'price',
  ],
  [/(?:退款|退钱|退錢|退费|退費|取消)/gu, 'refund'],
  [/(?:改期|改时间|改日期|换时间|换日期|改到|延期|調換|调换)/gu, 'reschedule'],
  [/(?:几点|幾點|时间表|時間表|上课时间|开始时间|结束时间|时间|時間|多久|多长时间)/gu, 'timings'],
  [/(?:在哪里|在哪裡|在哪儿|哪里|哪裡|地址|地点|地點|位置|怎么去|怎麼去|地铁站|地鐵站)/gu, 'where'],
  [/(?:几岁|幾歲|多大|年龄|年齡|岁数|歲數|岁|歲)/gu, 'age'],
  [
    /(?:还有位|有位|名额|名額|空位|满了|滿了|还有吗|还有没有|什么时候|什麼時候|哪天|哪一天|日期|下一期|有空)/gu,
    'available',
  ],
  [/(?:课程|課程|上课|上課|滑板课|滑板課|课|課)/gu, 'class'],
];

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const weekdays: Record<string, string> = {
  ...{ 一: 'monday', 二: 'tuesday', 三: 'wednesday', 四: 'thursday', 五: 'friday' },
  ...{ 六: 'saturday', 日: 'sunday', 天: 'sunday' },
};
const weekday = (day: string) => weekdays[day] ?? '';
const monthName = (month: string) => months[numberOf(month) - 1] ?? '';

/** Reads “7”, “七”, “两”, “十二”, “二十” and “二十五”. */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens, ones] = text.includes('十') ? text.split('十') : ['0', text];
  const digit = (one: string | undefined, empty: number) =>
    one ? DIGITS.indexOf(one.replace(/[两兩]/, '二')) : empty;
  return (text.includes('十') ? digit(tens, 1) * 10 : 0) + digit(ones, 0);
}

/**
 * Returns the question with the Chinese words for our subjects in English. The words that remain Chinese are unknown
 * to the rules. Each of them is one character that can mean something.
 */
export function toEnglish(question: string): string {
  // The search has divided the question into characters.
  const joined = question.replace(
    /(?<=\p{Script=Han})\s+(?=[\p{Script=Han}\d])|(?<=\d)\s+(?=\p{Script=Han})/gu,
    '',
  );
  return words
    .reduce(
      (text, [pattern, english]) =>
        typeof english === 'string'
          ? text.replace(pattern, ` ${english} `)
          : text.replace(pattern, (...found: string[]) => ` ${english(...found)} `),
      joined,
    )
    .replace(/\p{Script=Han}/gu, (character) => (isStopWord(character) ? ' ' : ` ${character} `))
    .replace(/\s+/g, ' ')
    .trim();
}
