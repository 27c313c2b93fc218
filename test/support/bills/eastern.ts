import type { BillMaker } from './bill';
import { arabicStructure, bilingualFinishes, bilingualStructure, thaiStructure } from './catalogue/eastern';
import { concreteWorks, finishes } from './catalogue/english';
import { type Item, inUnits, itemsOf } from './item';
import { type AsMoney, BillSheet, column, usualColumns } from './table';

const thai = { m: 'ม.', m2: 'ตร.ม.', m3: 'ลบ.ม.', kg: 'กก.', EA: 'ต้น', LS: 'งาน' };
const arabic = { m: 'م.ط', m2: 'م2', m3: 'م3', kg: 'كجم', EA: 'عدد', LS: 'مقطوعية' };
const english = { m: 'm', m2: 'm2', m3: 'm3', kg: 'kg', EA: 'No', LS: 'Item' };

const materialOf = ({ price }: Item): number => Math.floor(price / 4) * 2;

/** Bills in the manner of Thailand, Iran and the Arab states of the Gulf. */
export const easternBills: BillMaker[] = [
  [
    'a Thai bill of structure',
    'THB',
    (random) => {
      const words = ['ลำดับ', 'รายการ', 'หน่วย', 'จำนวน', 'ราคาต่อหน่วย', 'จำนวนเงิน'] as const;
      const sheet = new BillSheet('งานโครงสร้าง', usualColumns(words)).header();
      sheet.items(inUnits(itemsOf(random, thaiStructure), thai));
      return { sheets: [sheet.sum('รวมเป็นเงิน', sheet.cents)] };
    },
  ],
  [
    'a Thai bill with material and labour under two header rows',
    'THB',
    (random) => {
      const sheet = new BillSheet('Concrete', [
        column.number('ลำดับที่'),
        column.text('รายการ'),
        column.quantity('จำนวน'),
        column.unit('หน่วย'),
        column.other(['ค่าวัสดุ', 'ราคาต่อหน่วย'], (item) => materialOf(item) / 100),
        column.other(['ค่าวัสดุ', 'จำนวนเงิน'], (item) => (materialOf(item) * item.quantity) / 100),
        column.other(['ค่าแรงงาน', 'ราคาต่อหน่วย'], (item) => (item.price - materialOf(item)) / 100),
        column.other(
          ['ค่าแรงงาน', 'จำนวนเงิน'],
          (item) => ((item.price - materialOf(item)) * item.quantity) / 100,
        ),
        column.amount('รวมเป็นเงิน'),
      ]).header();
      sheet.items(inUnits(itemsOf(random, bilingualStructure), thai));
      return { sheets: [sheet.sum('รวม', sheet.cents)] };
    },
  ],
  [
    'baht in the headers of a bill in English',
    'THB',
    (random) => {
      const words = ['Item', 'Description', 'Unit', 'Q’ty', 'Unit Price (Baht)', 'Amount (฿)'] as const;
      const sheet = new BillSheet('Structure concrete', usualColumns(words)).header();
      sheet.items(inUnits(itemsOf(random, concreteWorks), english));
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
  [
    'an Arabic bill of structure in Saudi riyals',
    'SAR',
    (random) => {
      const words = ['م', 'بيان الأعمال', 'الوحدة', 'الكمية', 'سعر الوحدة', 'الإجمالي'] as const;
      const sheet = new BillSheet('أعمال الخرسانة', usualColumns(words)).header();
      sheet.items(inUnits(itemsOf(random, arabicStructure), arabic));
      return { sheets: [sheet.sum('المجموع الكلي', sheet.cents)] };
    },
  ],
  [
    'a bill in Arabic and English in riyals of Qatar',
    'QAR',
    (random) => {
      const sheet = new BillSheet('Finishes', [
        column.number('البند Item'),
        column.text('Description الوصف'),
        column.unit('Unit الوحدة'),
        column.quantity('Qty الكمية'),
        column.price('Rate سعر الوحدة (QR)'),
        column.amount('Amount المبلغ (QR)'),
      ]).header();
      sheet.items(inUnits(itemsOf(random, bilingualFinishes), english));
      return { sheets: [sheet.sum('Total المجموع', sheet.cents)] };
    },
  ],
  [
    'unit rates in SR and amounts with the word in each cell',
    'SAR',
    (random) => {
      const as: AsMoney = (cents) =>
        `SR ${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
      const words = ['Item', 'Description', 'Unit', 'Qty', 'Unit Rate (SR)', 'Total (SR)'] as const;
      const sheet = new BillSheet('Finishes', usualColumns(words, as)).header();
      sheet.items(inUnits(itemsOf(random, finishes), english));
      return { sheets: [sheet.sum('Total', sheet.cents, { as })] };
    },
  ],
  [
    'a bill in rials with amounts of eleven digits',
    'IRR',
    (random) => {
      const items = itemsOf(random, concreteWorks).map((item) => ({
        ...item,
        price: item.price * 100_000,
        amount: item.amount * 100_000,
      }));
      const words = [
        'Row',
        'Description',
        'Unit',
        'Quantity',
        'Unit Price (Rials)',
        'Total Price (Rials)',
      ] as const;
      const sheet = new BillSheet('Concrete', usualColumns(words)).header().items(inUnits(items, english));
      return { sheets: [sheet.sum('Total', sheet.cents)] };
    },
  ],
];
