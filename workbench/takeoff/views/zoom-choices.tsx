import { Choices } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { chooseZoom, useZoom, type Zoom, zooms } from '../grid/use-zoom';

const idOf = (zoom: Zoom) => `${zoom}`;

export function ZoomChoices() {
  const { views } = useMessages().takeoff;
  const { percent } = useFormats();
  const zoom = useZoom();
  return (
    <Choices
      label={views.zoom}
      choices={zooms.map((one) => ({ id: idOf(one), label: percent(one, 0) }))}
      chosen={idOf(zoom)}
      onChoose={(id) => {
        const chosen = zooms.find((one) => idOf(one) === id);
        if (chosen) chooseZoom(chosen);
      }}
    />
  );
}
