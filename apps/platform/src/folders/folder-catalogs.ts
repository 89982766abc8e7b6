import { defineCatalog } from "tamis";
import { HIDDEN, ITEM_MEMBERS } from "../storage/stored-members.ts";

export const FOLDERS = "/folders/folders";
export const FOLDER_TYPE = "application/vnd.vendor.content.folder";
export const MEMBER_TYPE = "application/vnd.vendor.content.folder.member";

export const foldersCatalog = defineCatalog({
  name: "folders",
  description: "The folders of the deployment.",
  key: "id",
  defaultSort: ["name"],
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", nullable: false },
    description: "string",
    shared: { type: "boolean", description: "Whether everybody may add members." },
    ...ITEM_MEMBERS,
  },
});

export const folderMembersCatalog = defineCatalog({
  name: "folderMembers",
  description: "The members of one folder.",
  key: "id",
  defaultSort: ["name"],
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", nullable: false },
    uri: { type: "string", nullable: false, description: "The path of the member." },
    contentType: "string",
    ...ITEM_MEMBERS,
    folderId: HIDDEN,
  },
});
