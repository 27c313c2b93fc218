import type { Catalogue } from '../item';

export const thaiStructure: Catalogue = [
  ['งานขุดดินฐานราก', 'm3'],
  ['คอนกรีตหยาบ 1:3:5', 'm3'],
  ['คอนกรีตโครงสร้าง 240 ksc.', 'm3'],
  ['แบบหล่อคอนกรีต', 'm2'],
  ['เหล็กเสริม DB12 SD40', 'kg'],
  ['เหล็กเสริม DB16 SD40', 'kg'],
  ['เสาเข็มคอนกรีต 0.22 x 0.22 ม.', 'EA'],
  ['พื้นคอนกรีต หนา 0.10 ม.', 'm2'],
  ['ทรายหยาบรองพื้น', 'm3'],
];

export const bilingualStructure: Catalogue = [
  ['Excavation for footing / ขุดดินฐานราก', 'm3'],
  ['Lean concrete / คอนกรีตหยาบ', 'm3'],
  ['Concrete 280 ksc. in footing / คอนกรีตโครงสร้าง', 'm3'],
  ['Formwork / ไม้แบบ', 'm2'],
  ['Rebar SD40, 12 mm / เหล็กเสริม', 'kg'],
  ['Rebar SD40, 16 mm / เหล็กเสริม', 'kg'],
  ['Concrete slab, 100 mm / พื้นคอนกรีต', 'm2'],
  ['Backfill / ถมดินกลับ', 'm3'],
];

export const arabicStructure: Catalogue = [
  ['أعمال حفر للأساسات في تربة عادية', 'm3'],
  ['ردم وتسوية بتربة منقولة', 'm3'],
  ['خرسانة عادية أسفل الأساسات', 'm3'],
  ['خرسانة مسلحة للقواعد', 'm3'],
  ['خرسانة مسلحة للأعمدة', 'm3'],
  ['حديد تسليح عالي المقاومة', 'kg'],
  ['شدات خشبية للقواعد', 'm2'],
  ['عزل مائي للأساسات', 'm2'],
];

export const bilingualFinishes: Catalogue = [
  ['Blockwork partition, 200 mm / أعمال البناء بالطوب', 'm2'],
  ['Plaster and paint to walls / دهان الجدران', 'm2'],
  ['Ceramic tile flooring / بلاط سيراميك', 'm2'],
  ['Timber door, single leaf / باب خشبي', 'EA'],
  ['Aluminium window / نافذة ألمنيوم', 'EA'],
  ['Gypsum ceiling / سقف جبسي', 'm2'],
  ['Roofing membrane / عزل السطح', 'm2'],
];
