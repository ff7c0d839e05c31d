/** Nouns with their measure words. A noun that is missing here stays English. */
const nouns: Readonly<Record<string, string>> = {
  session: '节课',
  'make-up session': '节补课',
  class: '节课',
  day: '天',
  night: '晚',
  week: '周',
  month: '个月',
  year: '年',
  hour: '小时',
  minute: '分钟',
  second: '秒',
  child: '个孩子',
  spot: '个名额',
  place: '个名额',
  seat: '个名额',
  camp: '个营期',
  pass: '张课卡',
  credit: '个课时',
  date: '个日期',
  person: '人',
  coach: '位教练',
  booking: '个预订',
  part: '期',
  payment: '笔付款',
  item: '项',
  question: '个问题',
  family: '个家庭',
  photo: '张照片',
};

/** Returns for example "1 个孩子" or "3 个孩子". Chinese has no plural. */
export const plural = (count: number, one: string): string => `${count} ${nouns[one] ?? one}`;
