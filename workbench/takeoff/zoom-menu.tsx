import { ActionMenu } from '@consulting/design/controls';
import { Check, ChevronDown } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { chooseZoom, useZoom, zooms } from './grid/use-zoom';

export function ZoomMenu() {
  const { tools } = useMessages().takeoffTools;
  const { percent } = useFormats();
  const zoom = useZoom();
  const written = (one: number) => percent(one, 0);
  return (
    <ActionMenu
      label={tools.zoom({ percent: written(zoom) })}
      kind="quiet"
      actions={zooms.map((one) => ({
        id: String(one),
        label: written(one),
        icon: one === zoom ? <Check /> : undefined,
        onAction: () => chooseZoom(one),
      }))}
    >
      {written(zoom)}
      <ChevronDown />
    </ActionMenu>
  );
}
