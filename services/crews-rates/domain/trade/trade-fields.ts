import { workDisciplines } from '@consulting/kernel/contracts/discipline';
import {
  boolean,
  choice,
  integer,
  list,
  matching,
  paging,
  QueryInput,
  RecordInput,
  singleSpaced,
  sortOf,
  text,
} from '@consulting/kernel/schema';
import { tradeSorting } from '../../store/trade';

const skillLevels = ['supervisory', 'skilled', 'trainee', 'semi-skilled', 'unskilled'] as const;

const codePattern = /^(?!\.{1,2}$)[\p{L}\p{N}._-]+$/u;

export const tradeInput = new RecordInput(
  {
    tradeCode: matching(20, codePattern, 'letters, digits, hyphens, underscores and dots')
      .required()
      .describe('Code of the trade: letters, digits, hyphens, underscores and dots.'),
    laborDesignation: singleSpaced(60)
      .required()
      .describe('Labour designation, for example Journeyman; unique with the trade code, case ignored.'),
    tradeName: text(120).describe('Name of the trade, by default its code.'),
    description: text(500).describe('What the trade does.'),
    disciplines: list(choice(workDisciplines, 'WorkDiscipline'), workDisciplines.length).describe(
      'Disciplines that use the trade; an update replaces the whole list.',
    ),
    skillLevel: choice(skillLevels, 'SkillLevel').describe('Level of skill.'),
    isSupervisory: boolean()
      .default(false)
      .describe('Whether the persons supervise others; counts in the supervision ratio of crews.'),
    sortOrder: integer({ min: -2_147_483_648, max: 2_147_483_647 }).describe(
      'Place among the designations of the trade.',
    ),
    isActive: boolean().default(true).describe('An inactive trade cannot be added to crews.'),
  },
  { name: 'Trade', server: ['tradeId', 'designations'] },
);

export const commonTradeKeys: readonly string[] = ['tradeName', 'description', 'disciplines', 'isActive'];

export const tradeQuery = new QueryInput({
  search: text(200).describe('Matches trade code and labour designation.'),
  words: text(200).describe('Each word occurs in code, designation, name or description.'),
  tradeCode: text(20).describe('Only trades of this code, case ignored.'),
  isActive: boolean().describe('Only active or only inactive trades.'),
  ...paging,
  sort: sortOf(tradeSorting, tradeInput.fields),
});

export const designationQuery = new QueryInput({
  laborDesignation: singleSpaced(60).describe('Selects one designation of the trade.'),
});
