"""English questions and answers about images and videos."""

from functools import cache
from itertools import product

from demo_model.said.typed import OPENINGS, bars
from demo_model.said.wording import Noun, Wording, questions
from demo_model.shown.scenes import COLORS, SHAPES

NUMBERS = bars("no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve")
NOTHING = "I see none of the shapes that I know. You can choose a bigger model in the model menu."


@cache
def noun(shape: str, color: str) -> Noun:
    name = shape or "shape"
    plural = name + ("es" if name.endswith("s") else "s")
    one = f"{color} {name}".strip()
    many = f"{color} {plural}".strip()
    a = f"an {one}" if one[0] in "aeiou" else f"a {one}"
    return Noun(
        the=f"the {one}",
        the_acc=f"the {one}",
        the_dat=f"the {one}",
        a=a,
        a_acc=a,
        no=f"no {one}",
        no_acc=f"no {one}",
        one=one,
        many=many,
        the_many=f"the {many}",
        no_many=f"no {many}",
        it="it",
    )


QUESTIONS = questions("""
describe: What do you see?|What is in the picture?|Describe the image.|What is in this image?|
Describe this picture in every detail.|Describe the picture in detail.|What's in this picture?|
What's this?|Please describe everything you see.|Look at this picture and describe it.|
What is going on here?|Write a caption for this image.|Give me a detailed description.|
Tell me what you see.|What does the picture show?|Describe this picture.|What is this?|
What can you see in this picture?|Explain this image.|What is shown here?|What is on the picture?|
Describe what you see.|What is in there?|List all shapes.|Which shapes do you see?|
What shapes are in the picture?|Name everything in the picture.|What is here?|
Which shapes are there and what color are they?|Tell me about this picture.|Describe it.|
What am I looking at?|Can you describe the picture?|Could you describe what is shown?|
Give me a description of the image.|What have we got here?|Have a look and tell me what you see.|
What is drawn here?|What do we have in this picture?|Say what you see.|
Give an overview of the picture.

count: How many shapes are there?|How many objects are in the picture?|Count the shapes.|
How many things do you see?|How many shapes can you count?|What is the number of shapes?|
How many shapes are in the image?|How many shapes does the picture show?|Count all objects.|
How many shapes do you see?|Tell me how many shapes there are.|How many objects are there?|
How many shapes are there in total?|Count everything in the picture.|
How many shapes are visible?|How many shapes can be seen?|How many shapes have been drawn?|
How many figures are there?|Give me the number of shapes.|How many are there in all?|
What is the total number of shapes?|How many shapes altogether?|Please count the shapes for me.|
How many items are in the picture?|Say how many shapes there are.|
How many shapes are on the picture?|How many shapes did I draw?|Count them.|
I need the number of shapes.

count_thing: How many {x.many} are there?|How many {x.many} do you see?|Count the {x.many}.|
What is the number of {x.many}?|How many {x.many} are in the picture?|How many {x.many}?|
How many {x.many} can you count?|How many {x.many} does the image show?|
Tell me how many {x.many} there are.|Count all {x.many}.|How many {x.many} can you see?|
How many {x.many} are in this image?|
How many {x.many} are visible?|How many {x.many} can be seen?|Give me the number of {x.many}.|
How many {x.many} have been drawn?|Please count the {x.many}.|How many of the shapes are {x.many}?|
How many {x.many} are shown?|How many {x.many} did you find?|I need the number of {x.many}.|
How many {x.many} can you find?|Say how many {x.many} you see.|Number of {x.many}?|
{x.many}: how many are there?|How many {x.many} are there in total?|
How many {x.many} does the picture have?|How many {x.many} does this show?|
Could you count the {x.many}?|How many {x.many} are on it?

count_color: How many shapes are {color}?|How many {x.many} are there?|Count the {x.many}.|
How many {color} objects are there?|How many {x.many} do you see?|How many {color} things?|
How many of the shapes are {color}?|What is the number of {x.many}?|
How many {color} ones are there?|
How many objects are {color}?|How many {x.many} are in the picture?|
Count all shapes that are {color}.|
How many {x.many} are visible?|How many {x.many} can be seen?|Give me the number of {x.many}.|
How many shapes have the color {color}?|How many of them are {color}?|How many things are {color}?|
Please count the {x.many}.|How many {color} shapes can you find?|How many {x.many} are shown?|
Number of {x.many}?|How many shapes are there in {color}?|How many shapes come in {color}?|
Count the {color} ones.|How many {color} objects can you count?|
How many shapes were drawn in {color}?|I need the number of {x.many}.|
How many {color} figures are there?|How many {x.many} does the picture have?

color: What color is {x.the}?|What is the color of {x.the}?|Which color does {x.the} have?|
Tell me the color of {x.the}.|{x.the} is which color?|What color does {x.the} have?|
Which color is {x.the}?|In what color is {x.the}?|What color is {x.the} in the picture?|
Name the color of {x.the}.|Can you tell me what color {x.the} is?|What is {x.the}'s color?|
Color of {x.the}?|I want to know the color of {x.the}.|
What is the color {x.the} has?|{x.the} has which color?|What color would you say {x.the} is?|
Do you know the color of {x.the}?|What color was {x.the} drawn in?|
Which color was used for {x.the}?|What color did I give {x.the}?|
Could you tell me the color of {x.the}?|Say the color of {x.the}.|
What is the color of that {x.one}?|What color is that {x.one}?|Give me the color of {x.the}.|
Please name the color of {x.the}.|Does {x.the} have a color, and which?|Of what color is {x.the}?|
What color has {x.the}?|How would you call the color of {x.the}?

color_it: What color is it?|Which color is it?|What color is the shape?|What is the color?|
What color is the object?|What color does it have?|What color is this?|Which color do you see?|
What is the color of the shape?|Tell me the color.|What color is that?|Name the color.|
What color is the thing in the picture?|
What color would you say it is?|Which color does it have?|Say its color.|
What color was it drawn in?|What is its color?

shape: What shape is the {color} one?|Which shape is {color}?|What shape is the {color} object?|
What is the {color} shape?|What is the {color} thing?|What shape does the {color} object have?|
What shape is {color}?|Which shape does the {color} one have?|What is the {color} object?|
Tell me the shape of the {color} one.|What kind of shape is the {color} one?|Which one is {color}?|
What kind of shape is {color}?|What is the shape of the {color} object?|
What shape has the color {color}?|Which shape has the color {color}?|
What shape was drawn in {color}?|Name the {color} shape.|
What shape would you call the {color} one?|Tell me what the {color} object is.|
The {color} one is which shape?|Say what shape the {color} one is.|
What sort of shape is the {color} one?|What is the shape that is {color}?|
Which of the shapes is {color}?|What form does the {color} object have?

shape_it: What shape is it?|What shape is this?|Which shape do you see?|Name the shape.|
What shape do you see?|Which shape is this?|What kind of shape is it?|Which shape is it?|
What shape is in the picture?|What shape is that?|Tell me the shape.|What shape is the object?|
What is the shape?|
What sort of shape is it?|What would you call this shape?|Say which shape it is.|
What form does it have?|Which shape was drawn?

exists: Is there {x.a}?|Do you see {x.a}?|Can you see {x.a} in the picture?|Is {x.a} in the image?|
Does the picture show {x.a}?|Is there {x.a} in the picture?|Does the image contain {x.a}?|
Can you find {x.a}?|Is {x.a} there?|Are there any {x.many}?|Do you see any {x.many}?|
Can you see {x.a}?|Is there {x.a} here?|Does this picture have {x.a}?|Can you see any {x.many}?|
Is {x.a} in the picture?|
Does this image have {x.a}?|Is {x.a} shown?|Is there {x.a} somewhere?|Is {x.a} visible?|
Can {x.a} be seen?|Can you spot {x.a}?|Do you find {x.a}?|Is there {x.a} among the shapes?|
Is one of the shapes {x.a}?|Did I draw {x.a}?|Was {x.a} drawn?|Does it contain {x.a}?|
Is there {x.a} to be seen?|Are there {x.many}?|Is there {x.a} on it?|
Tell me whether there is {x.a}.|Tell me if you see {x.a}.|Check whether there is {x.a}.|
Have you seen {x.a}?|Does the drawing have {x.a}?|Are any {x.many} shown?

exists_color: Is there {x.a}?|Is there any {color} shape?|Do you see {x.a}?|
Is one of the shapes {color}?|
Is any shape {color}?|Are there any {x.many}?|Do you see any {x.many}?|Is one of them {color}?|
Does the picture show {x.a}?|Can you see {x.a}?|Is there a {color} object?|
Is there a {color} thing in the picture?|Is there {x.a} in the picture?|
Is {x.a} visible?|Can you spot {x.a}?|Is there {x.a} somewhere?|Tell me whether there is {x.a}.|
Does one of the shapes have the color {color}?|Do any of the shapes have the color {color}?|
Are some of the shapes {color}?|Did I draw {x.a}?|Is there a {color} one?|
Do you see a {color} one?|Are there {color} ones?|Is a shape drawn in {color}?|
Check whether there is {x.a}.|Has one of them the color {color}?

where: Where is {x.the}?|In which part of the picture is {x.the}?|Where can I find {x.the}?|
Where do you see {x.the}?|Where in the picture is {x.the}?|What is the position of {x.the}?|
In which corner or part is {x.the}?|Tell me where {x.the} is.|Where exactly is {x.the}?|
Where is {x.the} in the image?|At which place is {x.the}?|Where is {x.the} located?|
Can you tell me where {x.the} is?|Position of {x.the}?|
Where did I put {x.the}?|Where was {x.the} drawn?|Say where {x.the} is.|Whereabouts is {x.the}?|
What place is {x.the} at?|In what part is {x.the}?|{x.the} is where?|
What part of the picture is {x.the} in?|Where should I look for {x.the}?|
Where has {x.the} been placed?|Describe the position of {x.the}.|Where on the picture is {x.the}?|
Please tell me where {x.the} is.|Where does {x.the} stand?|Could you say where {x.the} is?|
Where would I find {x.the}?

where_it: Where is it?|Where is the shape?|Where in the picture is it?|Where do you see it?|
In which part of the picture is it?|Where is the object?|What is its position?|
Tell me where it is.|Where is it in the image?|Where exactly is it?|Where is it located?|
Whereabouts is it?|Where was it drawn?|In what part is it?|Say where it is.|Where does it stand?|
Where would I find it?

side_left: What is on the left?|Which shape is on the left?|What do you see on the left side?|
What is on the left side?|What is there on the left?|Which object is on the left?|
What shape is on the left?|What is on the left of the picture?|What is to the left?|
Name the shape on the left.|What can you see on the left?|What is in the left half?|
What is at the left side?|What stands on the left?|What was drawn on the left?|
Tell me what is on the left.|What shape is on the left side?|What have we got on the left?

side_left_most: What is the leftmost shape?|Which shape is furthest to the left?|
What is furthest left?|Which shape is the leftmost?|Which object is farthest to the left?|
What shape is at the far left?|What is at the far left?|Which shape is the most to the left?|
Name the leftmost shape.|Which one is leftmost?|What is the leftmost object?|
Which shape is farthest left?|Tell me the leftmost shape.|What shape is furthest left?|
Which is the leftmost of the shapes?|What stands furthest to the left?

side_right: What is on the right?|Which shape is on the right?|What do you see on the right side?|
What is on the right side?|What is there on the right?|Which object is on the right?|
What shape is on the right?|What is on the right of the picture?|What is to the right?|
Name the shape on the right.|What can you see on the right?|What is in the right half?|
What is at the right side?|What stands on the right?|What was drawn on the right?|
Tell me what is on the right.|What shape is on the right side?|What have we got on the right?

side_right_most: What is the rightmost shape?|Which shape is furthest to the right?|
What is furthest right?|Which shape is the rightmost?|Which object is farthest to the right?|
What shape is at the far right?|What is at the far right?|Which shape is the most to the right?|
Name the rightmost shape.|Which one is rightmost?|What is the rightmost object?|
Which shape is farthest right?|Tell me the rightmost shape.|What shape is furthest right?|
Which is the rightmost of the shapes?|What stands furthest to the right?

side_top: What is at the top?|Which shape is at the top?|What do you see at the top?|
What is at the top of the picture?|Which object is at the top?|What shape is at the top?|
What is up there at the top?|Name the shape at the top.|What is in the upper half?|
What can you see at the top?|What is on top?|
What was drawn at the top?|Tell me what is at the top.|What stands at the top?|
What shape is in the upper part?|What is in the upper part of the picture?

side_top_most: What is the topmost shape?|Which shape is the highest?|Which shape is highest up?|
What is the highest shape?|Which object is topmost?|Which one is at the very top?|
Which shape is closest to the top?|What is the uppermost shape?|Name the topmost shape.|
What is at the very top?|
Which shape is farthest up?|Tell me the highest shape.|Which is the topmost of the shapes?|
What stands highest?

side_bottom: What is at the bottom?|Which shape is at the bottom?|What do you see at the bottom?|
What is at the bottom of the picture?|Which object is at the bottom?|What shape is at the bottom?|
What is down there at the bottom?|Name the shape at the bottom.|What is in the lower half?|
What can you see at the bottom?|What is down below?|
What was drawn at the bottom?|Tell me what is at the bottom.|What stands at the bottom?|
What shape is in the lower part?|What is in the lower part of the picture?

side_bottom_most: What is the lowest shape?|Which shape is the lowest?|
Which shape is furthest down?|
What is the bottommost shape?|Which object is lowest?|Which one is at the very bottom?|
Which shape is closest to the bottom?|Name the lowest shape.|What is at the very bottom?|
Which shape is bottommost?|
Which shape is farthest down?|Tell me the lowest shape.|Which is the lowest of the shapes?|
What stands lowest?

relation: Is {x.the} {way} {y.the}?|Is {x.the} located {way} {y.the}?|
Do you see {x.the} {way} {y.the}?|
Is it true that {x.the} is {way} {y.the}?|{x.the} is {way} {y.the}, right?|
Is {x.the} {way} {y.the} in the picture?|Is {x.the} {way} {y.the} or not?|
Would you say that {x.the} is {way} {y.the}?|Can you check if {x.the} is {way} {y.the}?|
Does {x.the} lie {way} {y.the}?|Is {x.the} placed {way} {y.the}?|
Is {x.the} somewhere {way} {y.the}?|
Is {x.the} found {way} {y.the}?|Tell me whether {x.the} is {way} {y.the}.|
Do we find {x.the} {way} {y.the}?|Has {x.the} been drawn {way} {y.the}?|
Does {x.the} stand {way} {y.the}?|Do you find {x.the} {way} {y.the}?|
Check whether {x.the} is {way} {y.the}.

neighbor: What is {way} {x.the}?|Which shape is {way} {x.the}?|What do you see {way} {x.the}?|
Which object is {way} {x.the}?|What lies {way} {x.the}?|What shape is {way} {x.the}?|
What can you see {way} {x.the}?|Tell me what is {way} {x.the}.|Is anything {way} {x.the}?|
What is there {way} {x.the}?|Name the shape {way} {x.the}.|
What stands {way} {x.the}?|What was drawn {way} {x.the}?|Say what is {way} {x.the}.|
Which shape stands {way} {x.the}?|What is found {way} {x.the}?

bigger: Which is bigger, {x.the} or {y.the}?|What is bigger, {x.the} or {y.the}?|
Is {x.the} or {y.the} bigger?|Which one is larger, {x.the} or {y.the}?|
Which of the two is bigger: {x.the} or {y.the}?|Which shape is larger, {x.the} or {y.the}?|
{x.the} or {y.the}, which is bigger?|Compare {x.the} and {y.the}. Which is bigger?|
Is {x.the} or {y.the} larger?|What is larger: {x.the} or {y.the}?|
Which one was drawn larger, {x.the} or {y.the}?|Say which is bigger, {x.the} or {y.the}.|
Tell me which is larger, {x.the} or {y.the}.|Between {x.the} and {y.the}, which is bigger?|
Of {x.the} and {y.the}, which one is larger?

smaller: Which is smaller, {x.the} or {y.the}?|What is smaller, {x.the} or {y.the}?|
Is {x.the} or {y.the} smaller?|Which one is smaller, {x.the} or {y.the}?|
Which of the two is smaller: {x.the} or {y.the}?|Which shape is smaller, {x.the} or {y.the}?|
{x.the} or {y.the}, which is smaller?|Compare {x.the} and {y.the}. Which is smaller?|
Which is the smaller one, {x.the} or {y.the}?|What is smaller: {x.the} or {y.the}?|
Which one was drawn smaller, {x.the} or {y.the}?|Say which is smaller, {x.the} or {y.the}.|
Tell me which is smaller, {x.the} or {y.the}.|Between {x.the} and {y.the}, which is smaller?|
Of {x.the} and {y.the}, which one is smaller?

biggest: What is the biggest shape?|Which shape is the biggest?|What is the largest shape?|
Which shape is the largest?|Which one is the biggest?|Which object is the largest?|
Name the biggest shape.|What is the biggest object?|Which is the biggest?|
What is the biggest thing in the picture?|
Which of them is the biggest?|Tell me the biggest shape.|Which shape is larger than all others?|
Which of the shapes is the largest?|What shape is the biggest?

smallest: What is the smallest shape?|Which shape is the smallest?|Which one is the smallest?|
Which object is the smallest?|Name the smallest shape.|What is the smallest object?|
Which is the smallest?|What is the smallest thing in the picture?|
Tell me the smallest shape.|
Which of them is the smallest?|Which shape is smaller than all others?|
Which of the shapes is the smallest?|What shape is the smallest?|Name the smallest object.

background: What color is the background?|What is the background color?|Color of the background?|
Which color is behind the shapes?|What color is behind the shapes?|Which color is the background?|
Which color does the background have?|What is the color of the background?|
On what color are the shapes?|Tell me the color of the background.|
What color does the background have?|Name the background color.|
What is behind the shapes?|What color is the ground?|What color is the paper?|
Say the color of the background.|What color was used for the background?|
Which color is in the background?|The background is which color?|
What is the color behind everything?|
Could you tell me the background color?|In what color is the background?|
Name the color of the background.|What color has the background?

clip_happens: What happens in the video?|What happens?|Describe the video.|What moves where?|
What do you see in the video?|What is going on in this clip?|What does the video show?|
Tell me what happens in this video.|What do you see?|What happens in this clip?|
Describe what happens.|What is happening here?|What can you see in this video?|Describe the clip.|
Describe the movement.|
What goes on in this video?|What happens here?|Tell me what moves.|Say what happens.|
What is to be seen in the clip?

direction: Which way does {x.the} move?|In which direction does {x.the} move?|
Where does {x.the} go?|
What direction is {x.the} moving?|Which direction does {x.the} move?|How does {x.the} move?|
Where is {x.the} moving?|Which way is {x.the} going?|In what direction does {x.the} go?|
Where does {x.the} move?|Which way does {x.the} travel?|Tell me where {x.the} moves.|
What is the direction of {x.the}?|
In what direction is {x.the} moving?|Say which way {x.the} moves.|Where is {x.the} going?|
Where is {x.the} heading?|Which direction is {x.the} going?|Which way is {x.the} moving?|
To which side does {x.the} move?|Which way does {x.the} go in the clip?|
In which direction is {x.the} going?|Describe how {x.the} moves.|What way does {x.the} go?|
Which way does {x.the} head?

direction_check: Does {x.the} move {way}?|Is {x.the} moving {way}?|Does {x.the} go {way}?|
Is {x.the} going {way}?|Do you see {x.the} move {way}?|Is it true that {x.the} moves {way}?|
Does {x.the} travel {way}?|{x.the} moves {way}, right?|Does {x.the} move {way} in the video?|
Would you say that {x.the} moves {way}?|Is {x.the} moving {way} in the clip?|
Does {x.the} head {way}?|Is {x.the} heading {way}?|Tell me whether {x.the} moves {way}.|
Check whether {x.the} moves {way}.

clip_color: What color is {x.the}?|What is the color of {x.the}?|Which color does {x.the} have?|
Tell me the color of {x.the}.|Which color is {x.the}?|What color does {x.the} have?|
What color is {x.the} in the video?|In the clip, what color is {x.the}?|Color of {x.the}?|
Can you tell me what color {x.the} is?|Name the color of {x.the}.|
Could you tell me the color of {x.the}?|Say the color of {x.the}.|
What color would you say {x.the} is?|Of what color is {x.the}?

clip_color_it: What color is it?|What color is the shape?|What color is the object?|
Which color is the shape in the video?|What is the color of the shape?|Which color is it?|
What color does the object have?|What is its color?|What color is the thing in the video?|
Tell me the color of the shape.

clip_color_moving: What color is the moving shape?|What color is the shape that moves?|
Which color is moving?|What is the color of the moving object?|What color is the moving object?|
What color does the moving shape have?|Which color does the moving shape have?|
Tell me the color of the shape that moves.|What is the color of the thing that moves?|
What color is the one that moves?

clip_shape: What shape is the {color} one?|Which shape is {color}?|
What shape is the {color} object?|
What is the {color} shape?|What is the {color} thing?|What shape does the {color} object have?|
Which shape does the {color} one have?|What is the {color} object in the video?|
What kind of shape is the {color} one?|Tell me the shape of the {color} one.|
What sort of shape is the {color} one?|Name the {color} shape.|Say what shape the {color} one is.

clip_shape_it: What shape is it?|What shape is in the video?|What shape is the object?|
Which shape do you see in the video?|What shape do you see?|What kind of shape is it?|
Which shape is in the clip?|What shape does the object have?|Which shape is it?|
Name the shape in the video.

clip_shape_moving: What shape is moving?|What shape is the moving object?|Which shape moves?|
What shape moves?|What moves?|Which object is moving?|What is moving in the video?|What is moving?|
Which of the shapes moves?|Name the shape that moves.

moves_any: Does anything move?|Is something moving?|Does something move in the video?|
Is anything moving?|Is there any movement?|Do you see something move?|Do any shapes move?|
Does anything move in the clip?|Can you see any movement?|Is there a shape that moves?

moves: Does {x.the} move?|Is {x.the} moving?|Does {x.the} move at all?|Is {x.the} in motion?|
Do you see {x.the} move?|Does {x.the} move in the video?|Is {x.the} moving in the clip?|
Does {x.the} change its place?|Can you see {x.the} move?|Does {x.the} go anywhere?|
Tell me whether {x.the} moves.|Does {x.the} do any moving?|Does {x.the} leave its place?|
Is {x.the} one that moves?

moves_not: Does {x.the} stay still?|Is {x.the} still?|Does {x.the} stay in the same place?|
Does {x.the} stay where it is?|Is {x.the} standing still?|Does {x.the} rest the whole time?|
Is {x.the} at rest the whole time?|Does {x.the} stand still in the video?|
Does {x.the} keep its place?|
Does {x.the} remain in its place?

stops: Does {x.the} stop?|Does {x.the} stop at the end?|Does {x.the} stop moving?|
Does {x.the} come to a stop?|Does {x.the} come to rest?|Is {x.the} at rest at the end?|
Does {x.the} stop in the video?|Do you see {x.the} stop?|Does {x.the} stop before the end?|
Has {x.the} stopped at the end?|
Does {x.the} halt?|Tell me whether {x.the} stops.|Does {x.the} stand still at the end?|
Does {x.the} come to a halt?|Does {x.the} end up at rest?

stops_not: Does {x.the} move the whole time?|Is {x.the} moving the whole time?|
Does {x.the} keep moving?|Does {x.the} move all the time?|Does {x.the} keep going until the end?|
Does {x.the} move until the end?|Is {x.the} still moving at the end?|Is {x.the} always moving?|
Does {x.the} never stop?|Does {x.the} go on moving to the end?|
Does {x.the} keep on moving?|Does {x.the} move without a stop?|Does {x.the} keep going?|
Does {x.the} go on until the end?

stop_place: Where does {x.the} stop?|Where does {x.the} come to rest?|
Where is {x.the} when it stops?|
In which part does {x.the} stop?|At which place does {x.the} stop?|
Where does {x.the} come to a stop?|
Tell me where {x.the} stops.|Where in the video does {x.the} stop?|Where does {x.the} rest?|
In which part of the picture does {x.the} stop?

turns_first: Where does {x.the} go first?|Which way does {x.the} move first?|
Where does {x.the} move first?|In which direction does {x.the} move first?|
What is the first direction of {x.the}?|Where does {x.the} go at the start?|
Which way does {x.the} go at first?|Which direction does {x.the} take first?|
How does {x.the} move in the beginning?|Where does {x.the} move at the start?

turns_then: Where does {x.the} go then?|Where does {x.the} go after that?|
Where does {x.the} go next?|
Which way does {x.the} move then?|In which direction does {x.the} move after the turn?|
Where does {x.the} move after it turns?|Which way does {x.the} go after the turn?|
Where does {x.the} go at the end?|Which direction does {x.the} take last?|
Where does {x.the} move in the end?

turns: Does {x.the} turn?|Does {x.the} change its direction?|Does {x.the} change direction?|
Does {x.the} make a turn?|Is there a turn in the way of {x.the}?|Does {x.the} turn at some point?|
Do you see {x.the} turn?|Does {x.the} take a turn?|Does {x.the} turn in the video?|
Does the direction of {x.the} change?

keeps_direction: Does {x.the} keep its direction?|Does {x.the} move in one direction only?|
Does {x.the} always move in the same direction?|Does {x.the} keep the same direction?|
Does {x.the} go in one direction the whole time?

goes_straight: Does {x.the} move straight on?|Does {x.the} go straight?|
Does {x.the} move in a straight line?|Is the way of {x.the} straight?|Does {x.the} go straight on?

still_one: Which shape does not move?|Which shape stays still?|What does not move?|
Which one stays in the same place?|Which object stays still?|What stays still?|
Which shape stays where it is?|Which of the shapes does not move?|What is not moving?|
Name the shape that does not move.|Which shape rests?

clip_count: How many shapes are there?|How many shapes are in the video?|Count the shapes.|
How many objects do you see in the video?|How many shapes do you see?|
How many shapes does the clip show?|How many objects are there?|What is the number of shapes?|
How many things are in the clip?|Count the shapes in the video.

clip_exists: Is there {x.a} in the video?|Do you see {x.a}?|Is there {x.a}?|
Can you see {x.a} in the clip?|
Does the video show {x.a}?|Is {x.a} in the clip?|Do you see {x.a} in the video?|Can you find {x.a}?|
Does the clip show {x.a}?|Are there any {x.many} in the video?|
Can you spot {x.a}?|Is {x.a} visible in the video?|Does this video have {x.a}?|
Tell me whether there is {x.a} in the clip.

earlier_color: What color is {x.the} in {picture}?|In {picture}, what color is {x.the}?|
What is the color of {x.the} in {picture}?|Which color does {x.the} in {picture} have?|
Look at {picture}. What color is {x.the}?|In {picture}, which color is {x.the}?|
Tell me the color of {x.the} in {picture}.|Which color is {x.the} in {picture}?|
What color does {x.the} have in {picture}?|And in {picture}, what color is {x.the}?|
What color was {x.the} in {picture}?

earlier_count: How many shapes are in {picture}?|How many shapes are there in {picture}?|
In {picture}, how many shapes are there?|Count the shapes in {picture}.|
How many objects are in {picture}?|How many shapes does {picture} show?|
How many shapes do you see in {picture}?|Look at {picture}. How many shapes are there?|
How many shapes were in {picture}?|And how many shapes are in {picture}?

earlier_exists: Is there {x.a} in {picture}?|In {picture}, is there {x.a}?|
Does {picture} show {x.a}?|
Do you see {x.a} in {picture}?|Can you see {x.a} in {picture}?|Is {x.a} in {picture}?|
Look at {picture}. Is there {x.a}?|Was there {x.a} in {picture}?|
Are there any {x.many} in {picture}?|
And is there {x.a} in {picture}?

earlier_describe: What is in {picture}?|What do you see in {picture}?|Describe {picture}.|
What does {picture} show?|Tell me what is in {picture}.|What was in {picture}?|
Which shapes are in {picture}?|What can you see in {picture}?|What is shown in {picture}?|
And what is in {picture}?|List the shapes in {picture}.

which_shows: Which picture shows {x.a}?|In which picture is there {x.a}?|Which picture has {x.a}?|
In which picture do you see {x.a}?|Which image shows {x.a}?|On which picture is {x.a}?|
Which of the pictures shows {x.a}?|Where do you see {x.a}, in which picture?|
Which of the images has {x.a}?|In which of the pictures is {x.a}?

which_more: Which picture has more shapes?|Which picture shows more shapes?|
In which picture are there more shapes?|Which image has more shapes?|
Which of the two pictures has more shapes?|Where are more shapes, in which picture?|
Which picture has more objects?|Which of the pictures shows more shapes?|
Which one has more shapes?|In which image do you see more shapes?

which_fewer: Which picture has fewer shapes?|Which picture shows fewer shapes?|
In which picture are there fewer shapes?|Which image has fewer shapes?|
Which of the two pictures has fewer shapes?|Where are fewer shapes, in which picture?|
Which picture has fewer objects?|Which of the pictures shows fewer shapes?|
Which one has fewer shapes?|In which image do you see fewer shapes?

which_most: Which picture has the most shapes?|Which picture shows the most shapes?|
In which picture are the most shapes?|Which image has the most shapes?|
Which of the pictures has the most shapes?|Where are the most shapes, in which picture?|
Which picture has the most objects?|Which of the pictures shows the most shapes?|
Which one has the most shapes?|In which image do you see the most shapes?
""")

PHRASES = {
    "see": "I see {all}.",
    "see_many": "I see {n} shapes: {all}.",
    "top_down": "From top to bottom I see {all}.",
    "there_is_one": "There is one {x.one}.",
    "there_are": "There are {n} {x.many}.",
    "there_are_none": "There are {x.no_many}.",
    "counted": "{names}: {all}.",
    "color": "{x.the} is {color}.",
    "shape": "{x.the} is {y.a}.",
    "yes_exists": "Yes, there is {x.a}.",
    "no_exists": "No, there is {x.no}.",
    "missing": "There is {x.no} in the picture.",
    "where": "{x.the} is {place}.",
    "side": "{x.a} is {place}.",
    "yes_relation": "Yes, {x.the} is {way} {y.the}.",
    "no_relation": "No, {x.the} is {way} {y.the}.",
    "neighbor": "{x.the} is {way} {y.the}.",
    "no_neighbor": "There is nothing {way} {y.the}.",
    "big": "a big {x.one}",
    "small": "a small {x.one}",
    "bigger": "{x.the} is bigger.",
    "smaller": "{x.the} is smaller.",
    "biggest": "{x.the} is the biggest shape.",
    "smallest": "{x.the} is the smallest shape.",
    "behind": "I look behind the shapes.",
    "background": "The background is {color}.",
    "look_for": "I look for circles, squares, triangles, stars and crosses.",
    "nothing": NOTHING,
    "moves": "{x.the} {moves}.",
    "yes_moves": "Yes, {x.the} {moves}.",
    "no_moves": "No, {x.the} {moves}.",
    "none_moves": "No, nothing moves.",
    "moves_it": "{x.the} moves.",
    "answered": "{yes}, {told}",
    "starts": "{x.the} is {place} at the start.",
    "gets": "Then {it} is {place}.",
    "gets_farther": "Then {it} is farther {way}.",
    "stays": "Then {it} stays there.",
    "stays_all": "{x.the} is always in the same place.",
    "yes_whole": "Yes, {x.the} moves the whole time.",
    "no_whole": "No, {x.the} moves the whole time.",
    "stop_place": "{x.the} stops {place}.",
    "stop_never": "{x.the} does not stop.",
    "first": "{x.the} first moves {way}.",
    "then": "Then {x.the} moves {way}.",
    "in_picture": "{picture} shows {seen}.",
    "which_shows": "{picture} shows {x.a}.",
    "which_none": "No picture shows {x.a}.",
    "which_more": "{picture} has more shapes.",
    "which_fewer": "{picture} has fewer shapes.",
    "which_most": "{picture} has the most shapes.",
}
WORDS = {
    **{color: color for color in COLORS},
    **{shape: shape for shape in SHAPES},
    "and": "and",
    "and_then": "and then",
    "one": "one",
    "none": "none",
    "yes": "yes",
    "no": "no",
    "nothing": "nothing",
    "nowhere": "nowhere",
    "ordinal_first": "first",
    "ordinal_second": "second",
    "ordinal_third": "third",
    "top left": "in the top left",
    "top": "at the top",
    "top right": "in the top right",
    "left": "on the left",
    "center": "in the center",
    "right": "on the right",
    "bottom left": "in the bottom left",
    "bottom": "at the bottom",
    "bottom right": "in the bottom right",
    "middle": "in the middle",
    "rel_left": "to the left of",
    "rel_right": "to the right of",
    "rel_above": "above",
    "rel_below": "below",
    **{f"word_{a} {b}": f"{a} {b}" for a, b in product(("top", "bottom"), ("left", "right"))},
    **{f"word_{place}": place for place in ("top", "left", "center", "right", "bottom")},
    **{f"word_{way}": way for way in ("up", "down")},
    "moves": "moves",
    "still": "does not move",
    "and_stops": "and then stops",
    "move_left": "to the left",
    "move_right": "to the right",
    "move_up": "up",
    "move_down": "down",
    "far_left": "left",
    "far_right": "right",
    "far_up": "up",
    "far_down": "down",
    "picture_1": "the first picture",
    "picture_2": "the second picture",
    "picture_3": "the third picture",
    "pictures_first": "the first picture|picture one|the first image|picture 1|image 1",
    "pictures_second": "the second picture|picture two|the second image|picture 2|image 2",
    "pictures_third": "the third picture|picture three|the third image|picture 3|image 3",
    "pictures_last": "the last picture|the last image|the latest picture",
    "pictures_before": "the picture before|the previous picture|the earlier picture",
    "asked_rel_left": "to the left of|left of|on the left of",
    "asked_rel_right": "to the right of|right of|on the right of",
    "asked_rel_above": "above|over",
    "asked_rel_below": "below|under",
    "asked_left": "to the left|left",
    "asked_right": "to the right|right",
    "asked_up": "up|upwards",
    "asked_down": "down|downwards",
}

ENGLISH = Wording(
    noun=noun,
    questions=QUESTIONS,
    phrases=PHRASES,
    words=WORDS,
    numbers=NUMBERS,
    respelled=(
        ("color", "colour", 0.3),
        ("gray", "grey", 0.25),
        ("center", "centre", 0.3),
        ("What is", "What's", 0.15),
        ("What is", "Whats", 0.05),
        ("are there", "r there", 0.02),
        (" you ", " u ", 0.03),
        ("picture", "image", 0.15),
        ("picture", "photo", 0.05),
        ("picture", "pic", 0.04),
    ),
    openings=(
        *OPENINGS,
        "Look closely. ",
        "Look again. ",
        "Next question. ",
        "Just checking: ",
        "One question: ",
        "I wonder: ",
        "Next: ",
    ),
    closings=(
        " Please.",
        " Thanks!",
        " Be brief.",
        " Thank you.",
        " Please answer briefly.",
        " Thanks a lot!",
        " Tell me.",
    ),
)
