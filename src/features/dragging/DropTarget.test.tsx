/** @jest-environment jsdom */
import { expect, jest, test } from "@jest/globals";
import { render } from "@testing-library/react";
import { DragDropContext } from "react-beautiful-dnd";
import { DropTarget } from "./DropTarget.tsx";

function open() {
  const element = document.createElement("main");
  element.innerHTML = `
    <section>
      <ul data-rfd-droppable-id="Todo">
        <li data-card="a"><div><a href="#a">A</a></div></li>
      </ul>
    </section>`;
  document.body.append(element);
  const cards = ["a", "gone"].map((id, index) => ({ id, status: "Todo", index }));
  render(
    <DragDropContext onDragEnd={() => undefined}>
      <DropTarget
        surface={{ element: { current: element }, handles: "a", hasSlots: true }}
        id="Todo"
        cards={cards}
        renderClone={() => null}
      />
    </DragDropContext>,
  );
  return element;
}

test("a card that is already shown can be lifted by its handle", () => {
  const handle = open().querySelector("a");
  expect(handle).toHaveAttribute("data-rfd-drag-handle-draggable-id", "a");
});

test("a card that has left the page is not reported in the console", () => {
  const reports = [jest.spyOn(console, "warn"), jest.spyOn(console, "error")];
  for (const report of reports) report.mockImplementation(() => undefined);
  open();
  for (const report of reports) expect(report).not.toHaveBeenCalled();
});
