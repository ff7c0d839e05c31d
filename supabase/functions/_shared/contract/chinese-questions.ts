/**
 * Rules for questions in Chinese. Words run together and names have no capitals, so personal data cannot be cut out as
 * in English: such a question is never stored nor sent to a model (docs/decisions "The assistant").
 */
export const hasChinese = (question: string): boolean => /\p{Script=Han}/u.test(question.normalize('NFKC'));

/** Removes what divides Chinese characters, so that “过 敏” is read like “过敏”. The search divides them, too. */
export const joinChinese = (text: string): string =>
  text.replace(/(?<=\p{Script=Han})[\s\p{Cf}.·・*_-]+(?=\p{Script=Han})/gu, '');

/**
 * This pattern is as wide as possible. It may match too much, because a person then answers. It
 * lists simplified and traditional characters, because these differ.
 */
const illness = new RegExp(
  [
    // Any illness, medicine and treatment.
    '病|症|癌|瘤|炎(?![热熱夏])|[药藥]|[疗療]|[医醫](?:生|院|[师師]|[疗療])|住院|手[术術]|[开開]刀|治[疗療]|打[针針]|注射|疫苗|接[种種]|化[验驗]',
    '[过過対對对].{0,4}敏|[过過]敏|敏感|不耐|不能吃|不可以吃|吃不得|忌口|[麸麩]|[无無][坚堅]果|花生|海[鲜鮮]',
    '感[染冒]|[传傳]染|流感|[细細]菌|新冠|登革|手足口|水痘|麻疹|疹|腮腺|[结結]核|艾滋|[爱愛]滋|虱',
    '[发發高低退][高低]?[烧燒]|[咳嗽呕嘔]|拉肚子|腹泻|腹瀉|[头頭胃腹][痛疼]|肚子[痛疼不]|鼻血|[晕暈]|昏[迷倒厥睡]|抽[搐筋动動]|[惊驚]厥',
    '哮|喘|吸入[器剂劑]|[气氣]管|[肾腎]上腺|胰[岛島]|糖尿|尿|大小便|失禁|月[经經]|生理期',
    '[癫癲]|[痫癇]|羊角[风風]|脑瘫|腦癱|[瘫癱]|麻[痹痺]|[脑腦](?:[震损損部瘤膜积積])|神[经經]|萎[缩縮]|肌[无無]力',
    '心[脏臟律]|先天|[遗遺][传傳]|[肾腎肝肺]|[贫貧]血|血友|白血|[蚕蠶]豆|甲[状狀]|疝|脊[椎柱]|[侧側][弯彎]|早[产產]|流[产產]',
    '骨折|扭[伤傷]|受[伤傷]|[伤傷]口|脱臼|脫臼|石膏|截肢|[义義]肢|假肢|[轮輪]椅|拐杖|跛|瘸',
    // Disabilities, development and the mind.
    '[残殘]|障[碍礙]|[智身听聽视視语語]障|智力|弱智|低能|唐氏|阿斯伯|[亚亞]斯伯|自[闭閉]|孤[独獨]症|[过過多][动動](?!物)|注意力|妥瑞',
    '[迟遲][缓緩钝鈍]|[发發]育|感[统統]|[读讀][写寫]困|口吃|[结結]巴|[缄緘]默|不[会會][说說][话話]|[聋聾]|盲|失明|失[聪聰]|助[听聽]|耳[蜗蝸]|[听聽看]不[见見清]|近[视視]',
    '抑[郁鬱]|[忧憂][郁鬱]|焦[虑慮]|恐慌|心理|精神(?:病|科|[问問]|[状狀])|情[绪緒]|自[残殘伤傷]|[厌厭]食|暴食|[梦夢][游遊]',
    '[过過]度|兔唇|[唇腭]裂|不能走|不[会會]走|走不[了动動]|[听聽视視]力|眼[镜鏡疾]|行[动動]不|[学學习習走吸咽嚥读讀交通].?困[难難]|胸|[惊驚]恐|不舒服',
    '肥胖|[超过過]重|[怀懷]孕|孕',
    // Needs of one child.
    '特殊(?:需|孩|[儿兒]|[学學]|教|照|情|小|[体體]|要求|[饮飲]|[护護])|特[别別]?需|(?:特[别別]|[额額]外|[专專]人|一[对對]一).{0,2}(?:照|看[护護]|[护護])|影子老|陪[读讀]',
    '健康(?:[问問状狀申有不])|身[体體](?:不|有|[状狀问問虚虛弱差])|[体體][弱质質]',
    '[手脚腳腿眼耳心肺骨背腰膝头頭脑腦].{0,2}(?:有|出).{0,3}(?:[问問][题題]|毛)',
  ].join('|'),
  'u',
);

export const namesIllnessInChinese = (question: string): boolean =>
  illness.test(joinChinese(question.normalize('NFKC')));

/** It matches questions that give a name or an address of somebody. A conversation with one is not kept. */
const somebody =
  /叫(?![什車车])|名字|姓|本人|身份[证證]|出生|[我這这]是|住[在址]|[电電][话話].{0,2}是|(?:[儿兒]子?|女|孩子?|弟|妹|哥|姐)[\s,，]*[A-Z][a-z]/u;
export const namesSomebodyInChinese = (question: string): boolean =>
  somebody.test(joinChinese(question.normalize('NFKC')));

/** Questions about other people, about who collects a child, and complaints. */
const people = new RegExp(
  [
    '[谁誰].{0,4}(?:接|[领領]|[带帶]走)|(?:接走|[领領]走|[带帶]走)|(?:被|[让讓]).{0,6}接',
    '(?:[还還]有[谁誰]|哪些(?:孩|小|家|人|[学學])|哪[个個位]?(?:孩子|小朋友|家[长長庭])|[别別]人|其他(?:孩|小|家|人).{0,6}(?:[报報]名|参加|參加|[预預][订訂]|叫|[电電][话話]))',
    '(?<!可以|能)(?:[报報]名|参加|參加|[预預][订訂])了[吗嗎没沒]',
    '(?:教[练練]|老[师師]|[员員]工|家[长長]).{0,4}(?:[电電][话話]|手[机機]|[号號][码碼]|工[资資]|薪|住|[结結]婚|[单單]身|男友|女友|[对對]我|[骂罵碰摸推凶兇吼]|打(?![折电電])|[说說](?:我|他|她|孩))',
    '投[诉訴]|[举舉][报報]|[虐霸凌]|欺[负負]|[骚騷][扰擾]|猥[亵褻]|[体體][罚罰]|打(?:[了我他她人孩小])|被打|[动動]手|[骂罵]|摸|碰了|吼',
  ].join('|'),
  'u',
);

/** Questions about a payment or a booking of the person who asks. */
const booking = new RegExp(
  [
    '我[们們家]?(?:孩子|[儿兒]子|女[儿兒])?的.{0,4}(?:[订訂][单單]|[预預][订訂]|付款|[账帳賬][单單户戶号號]|收[据據]|[发發]票|退款|退[费費]|密[码碼]|[积積]分|[余餘][额額]|[邮郵]件)',
    '[没沒未]有?收到|收不到|(?:付|(?<!折)扣)[了过過]?[钱錢款]?.{0,4}(?:[两兩二][次遍回笔筆]|[没沒])|重[复複][付扣收]|多[付扣收]了|已[经經]?付|付[了过過]|(?<!折)扣[了款]',
    '(?:退款|退[钱錢费費]).{0,3}(?:[还還][没沒]|[没沒]到|[没沒]收|到[账帳賬]|什[么麼][时時]候到)',
    '登[录錄入].{0,2}不|登不[进進]|忘[记記].{0,3}密[码碼]|付款失[败敗]|付不了',
  ].join('|'),
  'u',
);

/** Returns why a Chinese question goes to staff, or null if it may be answered or is not Chinese. */
export function handOverReasonInChinese(question: string): 'health' | 'people' | 'booking' | null {
  if (!hasChinese(question)) return null;
  const joined = joinChinese(question.normalize('NFKC').toLowerCase());
  if (illness.test(joined)) return 'health';
  if (people.test(joined)) return 'people';
  return booking.test(joined) ? 'booking' : null;
}
