import { expect, test } from 'bun:test';
import { categories as calculated } from '@consulting/crews-rates/rates/indirect-entries';
import { categories as offered } from '../../workbench/page/projects/cost-categories';

test('the page offers the categories of indirect costs with the tiers that rates are calculated by', () => {
  expect(offered as unknown).toEqual(calculated);
});
