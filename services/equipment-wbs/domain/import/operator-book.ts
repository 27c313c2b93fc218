import type { ImportTransaction } from '@consulting/imports/store/transaction';
import { ImportFailure } from '@consulting/imports/task-model';
import type { Bus } from '@consulting/kernel/bus';
import type { Fault } from '@consulting/kernel/errors';
import { loweredText } from '@consulting/kernel/text';
import { askTrades } from '../../neighbours/crews-rates';
import type { Operator } from '../../store/equipment-operator';
import { operatorFault } from '../equipment-operator';

const tradesMax = 1000;

/** Their owner is asked once for all trades of a file. */
export class OperatorBook {
  readonly #wanted = new Set<string>();
  readonly #known = new Map<string, Set<string>>();

  /** @throws ImportFailure FILE_TOO_LARGE */
  want(tradeCode: string): void {
    this.#wanted.add(loweredText(tradeCode));
    if (this.#wanted.size > tradesMax)
      throw new ImportFailure('FILE_TOO_LARGE', `The file names more than ${tradesMax} operator trades.`);
  }

  /** Until the end of the transaction usage of the trades is not answered and their changes are not handled, so that the operators follow them. @throws DEPENDENCY_UNAVAILABLE */
  async learn(bus: Bus, transaction: ImportTransaction): Promise<void> {
    if (this.#wanted.size === 0) return;
    const codes = [...this.#wanted];
    await transaction.hold('trade', codes);
    for (const { tradeCode, laborDesignation } of await askTrades(bus, codes)) {
      const code = loweredText(tradeCode);
      const designations = this.#known.get(code) ?? new Set();
      this.#known.set(code, designations.add(loweredText(laborDesignation)));
    }
  }

  faultOf(operator: Operator): Fault | null {
    const { operatorTradeCode, operatorLaborDesignation } = operator;
    if (operatorTradeCode === null) return null;
    const designations = this.#known.get(loweredText(operatorTradeCode));
    const isKnown =
      designations !== undefined &&
      (operatorLaborDesignation === null || designations.has(loweredText(operatorLaborDesignation)));
    return isKnown ? null : operatorFault(operator);
  }
}
